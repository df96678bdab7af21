"""A signed Agent Card is read as the card, its canonical form, and each signature with the text that is signed."""

from base64 import urlsafe_b64encode

import pytest

from agentcard_conformance.model import NO_CONTEXT, Json
from agentcard_conformance.notations import DecodeError
from agentcard_conformance.notations.signed_agent_card import decode


def payload(params: str) -> Json:
    """The canonical form of a card that holds params alone."""
    card = f'{{"capabilities": {{"extensions": [{{"params": {params}}}]}}}}'
    text: str = decode(card.encode(), NO_CONTEXT).value["payload"]
    return text.removeprefix('{"capabilities":{"extensions":[{"params":').removesuffix("}]}}")


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        (
            '{"\\u20ac": 1, "\\r": 2, "\\ufb33": 3, "1": 4, "\\ud83d\\ude00": 5}',
            '{"\\r":2,"1":4,"€":1,"😀":5,"\ufb33":3}',
        ),
        (
            '{"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]}',
            '{"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27]}',
        ),
        (
            '{"string": "\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"}',
            '{"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
        ),
        ('{"literals": [null, true, false]}', '{"literals":[null,true,false]}'),
    ],
)
def test_the_canonical_form_is_that_of_the_examples_of_rfc_8785(written: str, canonical: str) -> None:
    assert payload(written) == canonical


def test_the_example_of_the_specification_keeps_what_is_required() -> None:
    card = (
        b'{"name": "Example Agent", "description": "", "skills": [],'
        b' "capabilities": {"streaming": false, "pushNotifications": false, "extensions": []}}'
    )

    assert decode(card, NO_CONTEXT).value["payload"] == (
        '{"capabilities":{"pushNotifications":false,"streaming":false},"description":"","name":"Example Agent",'
        '"skills":[]}'
    )


def test_the_protected_header_is_signed_as_it_stands() -> None:
    protected = urlsafe_b64encode(b'{ "alg": "ES256" }').decode()
    card = f'{{"name": "A", "signatures": [{{"protected": "{protected}", "signature": "AA"}}]}}'

    [signature] = decode(card.encode(), NO_CONTEXT).value["signatures"]

    assert signature["header"] == {"alg": "ES256"}
    assert signature["signing_input"] == f"{protected}.eyJuYW1lIjoiQSJ9"


def test_a_number_that_no_reader_holds_has_no_canonical_form() -> None:
    with pytest.raises(DecodeError, match="it has no canonical form"):
        payload("1e400")
