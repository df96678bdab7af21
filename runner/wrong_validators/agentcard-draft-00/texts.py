"""Texts of a fixed form: patterns with a flag too many or an end too few, and forms that nobody asked for."""

import re
import unicodedata

from agentcard_conformance.adequacy.wrong_validators import JudgedCard, Violation, WrongValidator, refusing, wrong

ULID = "01HZQK3P8EMXR9V7T5N2W4J6C0"
FORMS = {
    "agent-id": ("/agent_id", "agent-id-form", re.compile("[0-9A-HJKMNP-TV-Z]{26}")),
    "capability-id": ("/capabilities/*/id", "capability-id-form", re.compile("[a-z0-9][a-z0-9._-]*")),
    "version": ("/version", "version-semver", re.compile(
        r"(0|[1-9][0-9]*)(\.(0|[1-9][0-9]*)){2}(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|"
        r"[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?")),
}  # fmt: skip
GOOD = {"agent-id": ULID, "capability-id": "tool.web_search", "version": "1.0.0"}


def place(form: str) -> str:
    return FORMS[form][0].replace("*", "0")


ALTERED = {
    "trimmed": ("strip()", lambda text: text.strip(), lambda good: f" {good}"),
    "trimmed-at-the-end": ("rstrip()", lambda text: text.rstrip(), lambda good: f"{good} "),
    "line-feed-last": ("$ in Python, Perl and PHP", lambda text: text.removesuffix("\n"), lambda good: f"{good}\n"),
    "carriage-return-last": ("a line of Windows", lambda text: text.removesuffix("\r\n"), lambda good: f"{good}\r\n"),
    "first-line": ("^ and $ with the flag m", lambda text: text.split("\n")[0], lambda good: f"{good}\nx y"),
    "last-line": ("^ and $ with the flag m", lambda text: text.split("\n")[-1], lambda good: f"x y\n{good}"),
    "cut-at-nul": ("a string of C", lambda text: text.split("\0")[0], lambda good: f"{good}\0x"),
    "capitals": ("upper() before the check", lambda text: text.upper(), lambda good: good.lower()),
    "small-letters": ("lower() before the check, or the flag i", lambda text: text.lower(), lambda good: good.upper()),
    "folded": ("the flags i and u: \u017f is s, and \u212a is k", lambda text: text.casefold(),
               lambda good: good.replace("s", "\u017f")),
    "folded-to-capitals": ("the flags i and u", lambda text: text.upper(), lambda good: good.replace("S", "\u017f").lower()),
    "compatible": ("NFKC before the check", lambda text: unicodedata.normalize("NFKC", text),
                   lambda good: good.replace("1", "\uff11").replace("w", "\uff57")),
    "without-marks": ("NFD, and marks taken out", lambda text: "".join(
        each for each in unicodedata.normalize("NFD", text) if not unicodedata.combining(each)),
        lambda good: good.replace("e", "\u00e9").replace("1", "1\u0301")),
    "decimal-digits-of-any-script": (r"\d in Python, .NET and Java", lambda text: "".join(
        str(unicodedata.decimal(each, each)) for each in text), lambda good: good.replace("1", "\u0661").replace("w", "w\u0661")),
    "digits-of-any-kind": ("isdigit() in Python: superscripts are digits", lambda text: "".join(
        str(unicodedata.digit(each, each)) for each in text), lambda good: good.replace("1", "\u00b9").replace("w", "w\u00b9")),
    "quotation-marks-around-it": ("a value of a shell", lambda text: text.strip("\"'"), lambda good: f'"{good}"'),
    "hyphens-left-out": ("written in groups", lambda text: text.replace("-", ""), lambda good: f"{good[:8]}-{good[8:]}"),
    "blanks-left-out": ("written in groups", lambda text: text.replace(" ", ""), lambda good: f"{good[:1]} {good[1:]}"),
    "zero-width-characters-left-out": ("what is invisible is taken out", lambda text: re.sub(
        "[\u200b-\u200f\u2060\ufeff\u00ad]", "", text), lambda good: f"{good[:1]}\u200b{good[1:]}"),
    "percent-encodings-decoded": ("taken from an address", lambda text: re.sub(
        "%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), text), lambda good: f"%{ord(good[0]):02x}{good[1:]}"),
}  # fmt: skip


def alters(form: str, alter: object) -> object:
    """Judges an altered text; the rest of the card as it is."""
    _, requirement, right = FORMS[form]

    def is_ignored(card: JudgedCard, violation: Violation) -> bool:
        text = card.value
        for step in violation.at:
            text = text[int(step) if isinstance(text, list) else step]
        return violation.requirement == requirement and bool(right.fullmatch(alter(text)))

    return lambda card: card.is_valid_but_for(lambda violation: is_ignored(card, violation))


ALTERED_FORMS = [
    WrongValidator(f"{form}-{name}", habit, {place(form): make(GOOD[form])}, alters(form, alter))
    for form in FORMS
    for name, (habit, alter, make) in ALTERED.items()
    if not FORMS[form][2].fullmatch(make(GOOD[form])) and FORMS[form][2].fullmatch(alter(make(GOOD[form])))
]

TAKEN = {
    "agent-id": {
        "length-alone": ("len(agent_id) == 26", r"(?s).{26}", "u" * 26),
        "alphabet-alone": ("a set of letters without the length", "[0-9A-HJKMNP-TV-Z]+", ULID[:25]),
        "at-least-26": ("{26,}", "[0-9A-HJKMNP-TV-Z]{26,}", f"{ULID}0"),
        "at-most-26": ("{1,26}", "[0-9A-HJKMNP-TV-Z]{1,26}", ULID[:20]),
        "beginning-alone": ("a pattern without its end", "(?s)[0-9A-HJKMNP-TV-Z]{26}.*", f"{ULID}u"),
        "end-alone": ("a pattern without its beginning", "(?s).*[0-9A-HJKMNP-TV-Z]{26}", f"u{ULID}"),
        "letters-and-digits": ("[0-9A-Z]", "[0-9A-Z]{26}", f"{ULID[:25]}U"),
        "with-i": ("A-J in one go", "[0-9A-JKMNP-TV-Z]{26}", f"{ULID[:25]}I"),
        "with-l": ("J-N in one go", "[0-9A-HJ-NP-TV-Z]{26}", f"{ULID[:25]}L"),
        "with-o": ("M-T in one go", "[0-9A-HJKM-TV-Z]{26}", f"{ULID[:25]}O"),
        "with-u": ("P-Z in one go", "[0-9A-HJKMNP-Z]{26}", f"{ULID[:25]}U"),
        "decoded-letters": ("Crockford's decoding: I and L are 1, O is 0", "[0-9A-TV-Z]{26}", f"{ULID[:25]}O"),
        "small-or-capital": ("[0-9A-Za-z]", "[0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{26}", ULID.lower()),
        "uuid": ("any id", "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "0190a6c2-7c1e-7d3a-8b1c-4f5d6e7a8b9c"),
        "base32": ("RFC 4648", "[A-Z2-7]{26}", "2FRGGZDFMZTWQ2LKNNWG23TPOB"),
        "word-characters": (r"\w{26}", r"\w{26}", f"{ULID[:25]}_"),
        "urn": ("urn:ulid:", "urn:ulid:[0-9A-HJKMNP-TV-Z]{26}", f"urn:ulid:{ULID}"),
        "anything": ("a text is an id", "(?s).+", "agent-7"),
    },
    "capability-id": {
        "words": (r"[\w.-]+", r"[\w.-]+", "Tool.search"),
        "beginning-alone": ("a pattern without its end", "(?s)[a-z0-9].*", "tool.search!"),
        "end-alone": ("a pattern without its beginning", "(?s).*[a-z0-9]", "!tool"),
        "any-first": ("one class for all", "[a-z0-9._-]+", "-tool"),
        "underscore-first": ("identifiers", "[a-z0-9_][a-z0-9._-]*", "_tool"),
        "dot-first": ("a class with a dot too many", "[a-z0-9.][a-z0-9._-]*", ".tool"),
        "empty": ("* for all", "[a-z0-9._-]*", ""),
        "any-character-for-the-dot": ("an unescaped dot outside of a class", r"(?s)[a-z0-9]+(?:.[a-z0-9_-]+)*", "tool/search"),
        "range-from-dot-to-underscore": ("._-: a hyphen in the middle of a class", r"[a-z0-9][a-z0-9.-_]*", "tool:search"),
        "solidus": ("names of tools of servers", "[a-z0-9][a-z0-9._/-]*", "tool/search"),
        "colon": ("names of tools of servers", "[a-z0-9][a-z0-9._:-]*", "tool:search"),
        "capitals-inside": ("camel case", "[a-z0-9][A-Za-z0-9._-]*", "tool.webSearch"),
        "capital-first": ("[A-Za-z0-9]", "[A-Za-z0-9][a-z0-9._-]*", "Tool"),
        "capitals-anywhere": ("the flag i", "[A-Za-z0-9][A-Za-z0-9._-]*", "TOOL"),
        "letters-of-any-script": ("islower()", r"[^\W_A-Z][\w.-]*", "caf\u00e9"),
        "blank": ("a class with a blank", "[a-z0-9][a-z0-9 ._-]*", "web search"),
        "plus": ("media types", "[a-z0-9][a-z0-9.+_-]*", "tool+json"),
        "at-sign": ("versions", "[a-z0-9][a-z0-9.@_-]*", "tool@1"),
        "tilde": ("unreserved characters", "[a-z0-9][a-z0-9.~_-]*", "tool~1"),
        "dollar": ("identifiers of JavaScript", "[a-z0-9$][a-z0-9.$_-]*", "tool$1"),
        "star": ("wildcards", r"[a-z0-9][a-z0-9.*_-]*", "tool.*"),
        "anything": ("a text is an id", "(?s).+", "Web Search"),
    },
    "version": {
        "two-numbers": ("a patch that may be left out", r"\d+\.\d+", "1.0"),
        "one-number": ("int()", r"\d+", "1"),
        "four-numbers": ("versions of .NET", r"\d+(\.\d+){3}", "1.0.0.0"),
        "any-numbers": ("packaging.version.Version", r"\d+(\.\d+)*", "1.0"),
        "v-first": ("tags of git", r"v\d+\.\d+\.\d+", "v1.0.0"),
        "capital-v-first": ("tags of git", r"[vV=]?\d+\.\d+\.\d+", "V1.0.0"),
        "leading-zeros": (r"\d+", r"\d+\.\d+\.\d+", "01.0.0"),
        "beginning-alone": ("re.match() without $", r"(?s)(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}.*", "1.0.0 beta"),
        "end-alone": ("re.search() without ^", r"(?s).*\d+\.\d+\.\d+", "version 1.0.0"),
        "pre-release-without-a-hyphen": ("PEP 440", r"\d+\.\d+\.\d+(a|b|rc)\d+", "1.0.0rc1"),
        "pre-release-after-a-dot": ("PEP 440", r"\d+\.\d+\.\d+\.(dev|post)\d+", "1.0.0.dev1"),
        "underscore-in-a-pre-release": (r"\w", r"\d\.\d\.\d-[\w.-]+", "1.0.0-rc_1"),
        "empty-pre-release": ("* for +", r"\d\.\d\.\d-", "1.0.0-"),
        "empty-build": ("* for +", r"\d\.\d\.\d\+", "1.0.0+"),
        "two-builds": ("split('+')", r"\d\.\d\.\d(\+[0-9a-z]+)+", "1.0.0+a+b"),
        "wildcard": ("ranges of npm", r"\d+\.(\d+|x|\*)\.(\d+|x|\*)", "1.x.x"),
        "range": ("ranges of npm", r"[\^~><=]+\d+\.\d+\.\d+", "^1.0.0"),
        "date": ("calendar versions", r"\d{4}-\d{2}-\d{2}", "2026-04-23"),
        "commas": ("numbers of another locale", r"\d+,\d+,\d+", "1,0,0"),
        "any-characters-for-dots": ("an unescaped dot", r"(?s)\d+.\d+.\d+", "1-0-0"),
        "negative-number": ("int() of each part", r"-?\d+\.-?\d+\.-?\d+", "1.-1.0"),
        "signs": ("int() of each part", r"[+-]?\d+\.[+-]?\d+\.[+-]?\d+", "+1.0.0"),
        "underscores-in-numbers": ("int() of each part, in Python", r"[\d_]+\.\d+\.\d+", "1_0.0.0"),
        "blanks-around-numbers": ("int() of each part", r" *\d+ *\. *\d+ *\. *\d+ *", "1. 0.0"),
        "empty": ("if version and not valid", "", ""),
        "latest": ("a tag of Docker", "latest|dev|main", "latest"),
        "anything": ("a text is a version", "(?s).+", "one"),
    },
}  # fmt: skip


def takes(form: str, pattern: str) -> object:
    return alters(form, lambda text: GOOD[form] if re.fullmatch(pattern, text) else text)


TAKEN_FORMS = [
    WrongValidator(f"{form}-{name}-taken", habit, {place(form): text}, takes(form, pattern))
    for form, taken in TAKEN.items()
    for name, (habit, pattern, text) in taken.items()
]

REFUSED = {
    "agent-id": {
        "no-first-symbol-but-zero": ("times of this century begin with 0", "[1-9A-Z].*", f"7{ULID[1:]}"),
        "no-digits-alone": ("no number", r"\d+", "01740928365516273849501862"),
        "no-y": ("a class written from memory", ".*Y.*", f"{ULID[:25]}Y"),
        "no-s": ("a class written from memory", ".*S.*", f"{ULID[:25]}S"),
        "no-time-to-come": ("a time after today", "0[2-9A-Z].*", f"02{ULID[2:]}"),
        "no-time-of-long-ago": ("a time before ULIDs", "00.*", f"00{ULID[2:]}"),
    },
    "capability-id": {
        "no-digit-first": ("[a-z] first", r"\d.*", "2fa.check"),
        "no-digits-alone": ("no number", r"\d+", "7"),
        "no-dot": ("a namespace is wanted", r"[^.]*", "search"),
        "no-two-dots": ("two parts", r"[^.]*\.[^.]*\.[^.]*", "tool.web.search"),
        "no-five-parts": ("depth of a namespace", r"[^.]*(\.[^.]*){4}", "com.example.a.b.c"),
        "no-hyphen": ("identifiers of Python", ".*-.*", "tool.web-search"),
        "no-underscore": ("host names", ".*_.*", "tool.web_search"),
        "no-dot-last": ("empty labels", r".*\.", "tool."),
        "no-hyphen-last": ("host names", ".*-", "tool-"),
        "no-underscore-last": ("identifiers", ".*_", "tool_"),
        "no-doubled-dot": ("empty labels", r".*\.\..*", "tool..search"),
        "no-doubled-hyphen": ("host names", ".*--.*", "tool--search"),
        "no-doubled-underscore": ("dunder names", ".*__.*", "tool__search"),
        "no-one-character": ("+ for *", ".", "a"),
        "no-own-namespace": ("the five namespaces alone", r"(?!text\.|tool\.|data\.|fn\.|a2a\.).*", "com.example.custom"),
        "no-a2a": ("the namespaces of an older list", r"a2a\..*", "a2a.delegate"),
        "no-fn": ("the namespaces of an older list", r"fn\..*", "fn.get_weather"),
        "no-data": ("the namespaces of an older list", r"data\..*", "data.fetch_csv"),
        "no-z": ("[a-y]", ".*z.*", "tool.zip"),
        "no-9": ("[0-8]", ".*9.*", "tool.v9"),
        "no-word-of-python": ("keywords", r".*\.(class|import|def|return)", "tool.import"),
        "no-word-of-javascript": ("names of a prototype", r"constructor|prototype|tostring|valueof", "constructor"),
    },
    "version": {
        "no-pre-release": ("three numbers alone", ".*-.*", "1.0.0-rc.1"),
        "no-build": ("a pattern without +", r".*\+.*", "1.0.0+build.5"),
        "no-pre-release-with-a-build": ("one or the other", r"[^+]*-.*\+.*", "1.0.0-rc.1+build.5"),
        "no-build-with-a-hyphen": ("split('-') ahead of split('+')", r"[^-]*\+.*-.*", "1.0.0+build-5"),
        "no-hyphen-in-a-pre-release": ("[0-9A-Za-z.]", ".*-.*-.*", "1.0.0-rc-1"),
        "no-dot-in-a-pre-release": ("[0-9A-Za-z-]", r"[^-+]*-[^+]*\..*", "1.0.0-rc.1"),
        "no-dot-in-a-build": ("[0-9A-Za-z-]", r".*\+.*\..*", "1.0.0+build.5"),
        "no-capital": ("[0-9a-z]", ".*[A-Z].*", "1.0.0-RC.1"),
        "no-number-alone-as-a-pre-release": ("begins with a letter", r"[^-+]*-\d+(\+.*)?", "1.0.0-1"),
        "no-zero-as-a-pre-release": ("[1-9]", r"[^-+]*-0(\+.*)?", "1.0.0-0"),
        "no-hyphen-alone": ("a pre-release has a letter", "[^-]*--.*", "1.0.0--"),
        "no-leading-zero-in-a-build": ("one class for both", r".*\+(.*\.)?0\d+(\..*)?", "1.0.0+001"),
        "no-digits-and-letters": ("a number ahead of letters", r"[^-]*-\d+[a-z].*", "1.0.0-1a"),
        "no-zero-first": ("1.0.0 at least", r"0\..*", "0.1.0"),
        "no-zero-throughout": ("if any(numbers)", r"0\.0\.0.*", "0.0.0"),
        "no-two-digits": (r"\d\.\d\.\d", r"\d*\d\d.*|\d+\.\d\d.*|\d+\.\d+\.\d\d.*", "1.10.0"),
        "no-number-beyond-255": ("a byte", r".*(25[6-9]|2[6-9]\d|[3-9]\d\d|\d{4,}).*", "1.0.256"),
        "no-number-beyond-65535": ("16 bits", r"(.*\.)?(6553[6-9]|[7-9]\d{4}|\d{6,})(\..*|-.*|\+.*)?", "1.0.65536"),
        "no-number-beyond-32-bits": ("int in Java", r".*(214748364[89]|2147483[7-9]\d\d|[3-9]\d{9}|\d{11,}).*", "1.0.2147483648"),
        "no-number-beyond-2-to-the-53": ("Number.isSafeInteger()", r".*(9007199254740992|\d{17,}).*", "1.0.9007199254740992"),
        "no-number-beyond-64-bits": ("u64 of Rust's semver", r".*(1844674407370955161[6-9]|\d{21,}).*", "1.0.18446744073709551616"),
        "no-other-version-than-1": ("the version of the format", r"(?!1\.).*", "2.0.0"),
        "no-snapshot": ("released versions alone", ".*-(snapshot|SNAPSHOT|dev|alpha).*", "1.0.0-alpha"),
        "no-date-as-a-number": ("numbers of at most three digits", r".*\d{8}.*", "1.0.20260423"),
    },
}  # fmt: skip
REFUSED_FORMS = [
    WrongValidator(f"{form}-{name}", habit, {place(form): text},
                   refusing(FORMS[form][0], re.compile(pattern).fullmatch))
    for form, refused in REFUSED.items()
    for name, (habit, pattern, text) in refused.items()
]  # fmt: skip

NAMES = {
    "ascii-alone": ("isascii()", lambda name: not name.isascii(), "Caf\u00e9"),
    "bmp-alone": ("utf8 of MySQL, which has three bytes", lambda name: any(each > "\uffff" for each in name), "\U0001f600"),
    "no-blank": ("an identifier", lambda name: " " in name, "Web Search"),
    "no-digit": ("a word", lambda name: any(each.isdigit() for each in name), "Agent7"),
    "letters-and-digits": ("isalnum()", lambda name: not name.isalnum(), "Web-Search"),
    "no-hyphen": (r"[\w ]+", lambda name: "-" in name, "Web-Search"),
    "no-punctuation": (r"[\w -]+", lambda name: bool(set("'\"!?.,:;&()/") & {*name}), "Tom's agent (beta)"),
    "no-markup": ("a filter against scripts", lambda name: "<" in name, "<b>Agent</b>"),
    "no-apostrophe": ("a filter against SQL", lambda name: "'" in name, "Tom's agent"),
    "no-line-feed": ("one line", lambda name: "\n" in name, "Web\nSearch"),
    "no-tab": ("isprintable()", lambda name: "\t" in name, "Web\tSearch"),
    "no-control-character": ("isprintable()", lambda name: any(unicodedata.category(each) == "Cc" for each in name), "a\u0001"),
    "no-format-character": ("isprintable()", lambda name: any(unicodedata.category(each) == "Cf" for each in name), "a\u200db"),
    "no-private-use": ("assigned characters alone", lambda name: any(unicodedata.category(each) == "Co" for each in name), "\ue000"),
    "no-unassigned-character": ("tables of an older Unicode", lambda name: any(unicodedata.category(each) == "Cn" for each in name),
                                "\u0378"),
    "no-noncharacter": ("noncharacters refused", lambda name: any(ord(each) & 0xFFFE == 0xFFFE for each in name), "\uffff"),
    "no-blank-around": ("name == name.strip()", lambda name: name != name.strip(), " Agent"),
    "no-blank-alone": ("if not name.strip()", lambda name: not name.strip(), " "),
    "no-doubled-blank": ("blanks collapsed", lambda name: "  " in name, "Web  Search"),
    "no-no-break-space": ("a blank of another kind", lambda name: "\u00a0" in name, "Web\u00a0Search"),
    "composed": ("must be in NFC", lambda name: unicodedata.normalize("NFC", name) != name, "Cafe\u0301"),
    "compatible": ("must be in NFKC", lambda name: unicodedata.normalize("NFKC", name) != name, "\ufb01x"),
    "no-right-to-left": ("a filter against spoofing", lambda name: any(unicodedata.bidirectional(each) in ("R", "AL") for each in name),
                         "\u05e1\u05d5\u05db\u05df"),
    "no-mixed-scripts": ("a filter against spoofing", lambda name: bool(re.search("[a-z]", name))
                         and bool(re.search("[\u0400-\u04ff]", name)), "W\u0435b"),
    "no-nul": ("strings of C", lambda name: "\0" in name, "a\0b"),
    "no-null-word": ("parsed as a value", lambda name: name.lower() in ("null", "none", "undefined", "nan"), "null"),
    "no-emoji": ("a pattern of letters", lambda name: any(unicodedata.category(each) == "So" for each in name), "\u2764"),
    "a-letter-somewhere": ("has a letter", lambda name: not any(each.isalpha() for each in name), "007"),
    "a-capital-first": ("a title", lambda name: not name[:1].isupper(), "agent"),
    "no-backslash": ("escapes", lambda name: "\\" in name, "a\\b"),
    "no-quotation-mark": ("escapes", lambda name: '"' in name, 'The "Agent"'),
    "no-braces": ("templates", lambda name: "{" in name, "{{agent}}"),
    "no-solidus": ("names of files", lambda name: "/" in name, "web/search"),
    "no-replacement-character": ("a sign of wrong bytes", lambda name: "\ufffd" in name, "\ufffd"),
    "no-byte-order-mark": ("a sign of wrong bytes", lambda name: "\ufeff" in name, "\ufeffAgent"),
    "no-combining-mark-first": ("a defective sequence", lambda name: bool(unicodedata.combining(name[:1] or "a")), "\u0301a"),
}  # fmt: skip
REFUSED_NAMES = [
    WrongValidator(f"name-{word}", habit, {"/name": text}, refusing("/name", test))
    for word, (habit, test, text) in NAMES.items()
]


def ambiguous(text: str) -> bool:
    """Whether a pattern of nested repetitions tries more than a thousand million ways."""
    beginning = re.match("[a-z0-9]*", text)
    return len(beginning[0] if beginning else "") > 30 and not FORMS["capability-id"][2].fullmatch(text)


@wrong("([a-z0-9]+[._-]?)+: a pattern that backtracks for ever", {"/capabilities/0/id": "a" * 40 + "!"})
def capability_id_that_backtracks(card: JudgedCard) -> bool | None:
    """Gives no answer in time."""
    texts = card.values("/capabilities/*/id")
    return None if any(isinstance(each, str) and ambiguous(each) for each in texts) else card.is_valid


@wrong(r"(\d+\.?)+ ahead of the rest: a pattern that backtracks for ever", {"/version": "1" * 40 + "!"})
def version_that_backtracks(card: JudgedCard) -> bool | None:
    """Gives no answer in time."""
    texts = [each for each in card.values("/version") if isinstance(each, str)]
    is_hard = any(re.match(r"\d{31}", each) and not FORMS["version"][2].fullmatch(each) for each in texts)
    return None if is_hard else card.is_valid
