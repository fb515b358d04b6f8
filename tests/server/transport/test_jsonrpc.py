"""Parsing of lines: messages, and the replies to lines that are not messages."""

import orjson
import pytest
from mcp_types import JSONRPCRequest

from server.transport.jsonrpc import NotAMessageError, parse_message, too_long_reply


def check(line: bytes, expected_id: object, expected_code: int) -> None:
    with pytest.raises(NotAMessageError) as refused:
        parse_message(line)
    assert refused.value.reply is not None
    reply = orjson.loads(refused.value.reply)
    assert (reply["id"], reply["error"]["code"]) == (expected_id, expected_code)


def test_broken_json_gets_a_parse_error_with_its_id() -> None:
    check(b"{bad", None, -32700)
    check(b'{"jsonrpc":"2.0","id":7,"method":', 7, -32700)
    check(b'{"jsonrpc":"2.0","id":"a-1","method":"x","params":{"y":"\xff"}}', "a-1", -32700)
    check(b'{"jsonrpc":"2.0","id":9,"method":"x","params":{"y":"\\ud800"}}', 9, -32700)
    check(b'{"id":3,"params":' + b"[" * 100_000, 3, -32700)
    check(b'{"id":4,"params":{"n":' + b"9" * 5_000 + b"}}", 4, -32700)


def test_numbers_that_are_none_are_no_json() -> None:
    for value in (b"NaN", b"Infinity", b"-Infinity", b'{"a":[NaN]}'):
        check(b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":%s}}' % value, 7, -32700)
        check(b'{"jsonrpc":"2.0","id":null,"method":"ping","params":{"x":%s}}' % value, None, -32700)
        check(b'{"jsonrpc":"2.0","id":1,"result":%s}' % value, 1, -32700)
    text = parse_message(b'{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"NaN, -Infinity"}}')
    assert isinstance(text, JSONRPCRequest)


def test_json_that_is_no_message_gets_an_invalid_request_error() -> None:
    check(b'[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', None, -32600)
    check(b'"text"', None, -32600)
    check(b'{"jsonrpc":"1.0","id":5,"method":"ping"}', 5, -32600)
    check(b'{"jsonrpc":"2.0","id":6}', 6, -32600)
    check(b'{"jsonrpc":"2.0","id":8,"method":"ping","params":[1]}', 8, -32600)


def test_null_or_float_id_is_refused_and_not_a_notification() -> None:
    check(b'{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600)
    check(rb'{"jsonrpc":"2.0","\u0069d":null,"method":"ping"}', None, -32600)
    check(b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', None, -32600)
    check(b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', None, -32700)


def test_id_of_a_nested_object_is_not_the_id() -> None:
    check(b'{"params":{"id":5},"id":6,', 6, -32700)
    check(b'{"params":{"id":5},', None, -32700)
    check(b'{"params":"\\"id\\":5",', None, -32700)
    check(b'{"id":1e400,"method":', None, -32700)


def test_id_may_contain_escapes() -> None:
    check(b'{"id":"a\\"b\\/c","method":', 'a"b/c', -32700)
    check(b'{"id":"a\\u12","method":', None, -32700)


def test_request_with_result_field_is_still_a_request() -> None:
    message = parse_message(b'{"jsonrpc":"2.0","id":3,"method":"ping","result":{}}')
    assert isinstance(message, JSONRPCRequest)
    check(b'{"jsonrpc":"2.0","id":4,"method":"ping","error":{"code":1,"message":"x"}}', 4, -32600)


def test_long_method_is_cut() -> None:
    message = parse_message(b'{"jsonrpc":"2.0","id":3,"method":"' + b"x" * 9_000 + b'"}')
    assert isinstance(message, JSONRPCRequest)
    assert len(message.method) == 200


def test_broken_notification_gets_no_reply() -> None:
    with pytest.raises(NotAMessageError) as refused:
        parse_message(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":3}')
    assert refused.value.reply is None


def test_too_long_line_is_answered_with_an_id_at_either_end() -> None:
    def found(head: bytes, tail: bytes) -> object:
        return orjson.loads(too_long_reply(head, tail, 10))["id"]

    assert found(b'{"jsonrpc":"2.0","id":8,"params":"xxx', b'xxx"}\n') == 8
    assert found(b'{"method":"x","params":{"id":1,"y":"xxx', b'xxx"},"jsonrpc":"2.0","id":"last"}\n') == "last"
    assert found(b'{"method":"x","params":{"y":"xxx', b'xxx"},"id":4,"jsonrpc":"2.0"}\r\n') == 4
    assert found(b'{"method":"x","params":{"y":"xxx', b'xxx","id":4}}\n') is None
    assert found(b"xxx", b'xxx\\"id\\":4}\n') is None


@pytest.mark.timeout(5)
def test_id_search_takes_linear_time() -> None:
    check(b'{"a":"' + b'\\"' * 500_000, None, -32700)
    check(b'{"id" ' * 150_000, None, -32700)


def test_id_with_a_name_in_escapes_is_the_id_of_the_reply() -> None:
    check(rb'{"jsonrpc":"1.0","\u0069d":7,"method":"ping"}', 7, -32600)
    check(rb'{"jsonrpc":"2.0","\u0069d":"q","method":"ping","params":3}', "q", -32600)


def test_reply_never_repeats_an_id_that_is_no_json() -> None:
    check(b'{"jsonrpc":"2.0","id":01,"method":"ping"}', None, -32700)
    check(b'{"jsonrpc":"2.0","id":-,"method":"ping"}', None, -32700)
    check(b'{"jsonrpc":"2.0","id":-0,"method":', 0, -32700)
    check(b'{"jsonrpc":"2.0","id":1e3,"method":', None, -32700)


def test_last_of_two_ids_counts() -> None:
    check(b'{"jsonrpc":"2.0","id":1,"id":null,"method":"ping"}', None, -32600)
    message = parse_message(b'{"jsonrpc":"2.0","id":null,"id":2,"method":"ping"}')
    assert isinstance(message, JSONRPCRequest)
    assert message.id == 2
