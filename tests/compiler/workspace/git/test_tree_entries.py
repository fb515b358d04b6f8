"""What is read of a tree of git."""

from compiler.workspace.git.tree_entries import MAX_NAME_BYTES, parse_tree


def test_name_may_have_as_many_bytes_as_a_file_system_takes() -> None:
    longest, longer = "a" * MAX_NAME_BYTES, "b" * (MAX_NAME_BYTES + 1)
    content = b"".join(b"100644 %s\0" % name.encode() + bytes(20) for name in (longest, longer))
    found = parse_tree(content, 20)
    assert found.entries == {longest: (0o100644, "00" * 20)}
    assert (found.false_names, found.is_cut) == ((longer,), False)
