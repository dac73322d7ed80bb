"""The tree over the heads, against the recursive definition of RFC 6962."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.trail import merkle

digests = st.binary(min_size=32, max_size=32)


def by_definition(leaves: list[bytes]) -> bytes:
    """RFC 6962, 2.1: split at the largest power of two below the size."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\x01" + by_definition(leaves[:split]) + by_definition(leaves[split:])).digest()


@given(st.lists(digests, max_size=70))
def test_the_root_is_that_of_rfc_6962(leaves):
    assert merkle.root_of(leaves) == by_definition(leaves)


@given(st.lists(st.lists(st.tuples(st.integers(0, 40), digests), max_size=12), max_size=8))
def test_changing_some_leaves_gives_the_same_root_as_beginning_again(rounds):
    tree, leaves = merkle.Tree(), []
    for changes in rounds:
        for place, value in changes:
            index = min(place, len(leaves))
            leaves[index : index + 1] = [value]
            tree.put(index, value)
        assert tree.root() == by_definition(leaves)


@given(st.lists(digests, min_size=1, max_size=70, unique=True), st.data())
def test_a_path_leads_from_its_own_leaf_to_the_root_and_from_no_other(leaves, data):
    tree = merkle.Tree()
    for index, value in enumerate(leaves):
        tree.put(index, value)
    index = data.draw(st.integers(0, len(leaves) - 1))
    path = tree.path(index)
    assert merkle.root_from(leaves[index], index, len(leaves), path) == tree.root()
    other = data.draw(digests.filter(lambda value: value != leaves[index]))
    assert merkle.root_from(other, index, len(leaves), path) != tree.root()


def test_a_path_of_the_wrong_length_is_refused():
    tree = merkle.Tree()
    for index in range(5):
        tree.put(index, sha256(bytes([index])).digest())
    path = tree.path(2)
    for wrong in (path[:-1], [*path, path[0]], []):
        with pytest.raises(ValueError, match=r"too short|too long"):
            merkle.root_from(sha256(b"\x02").digest(), 2, 5, wrong)
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.root_from(sha256(b"\x02").digest(), 5, 5, path)


def test_a_leaf_is_never_a_node():
    """Two digests that together look like the text of a leaf still hash otherwise: the first byte differs."""
    assert merkle.leaf("place:1", 1, "00" * 32) == sha256(b'\x00["place:1",1,"' + b"0" * 64 + b'"]').digest()
    assert merkle.node(b"a" * 32, b"b" * 32) == sha256(b"\x01" + b"a" * 32 + b"b" * 32).digest()
