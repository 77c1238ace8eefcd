"""A verifier in Python with the standard library only: what docs/format.md says, in the order of the checks.

Reads one question a line and writes one answer a line; try it with

    npx linesman conform --numbers -- python3 node_modules/@linesman/regress/examples/conform/verifier.py
"""

import base64
import hashlib
import json
import re
import struct
import sys

I32 = range(-(2**31), 2**31)


class Refused(Exception):
    """The proof is not valid; the argument is the error number."""


def check(holds, number):
    if not holds:
        raise Refused(number)


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# --- Borsh: little endian, lists with their length before them ---------------------------------------------------


def text(value):
    encoded = value.encode()
    return struct.pack("<I", len(encoded)) + encoded


def optional(value, write):
    return b"\0" if value is None else b"\1" + write(value)


def listed(values, write):
    return struct.pack("<I", len(values)) + b"".join(map(write, values))


def stat_bytes(stat):
    return struct.pack("<Iii", stat["key"], stat["value"], stat["period"])


def i64(value):
    return struct.pack("<q", int(value))


def summary_bytes(summary, middle, count="i"):
    return b"".join([
        i64(summary["fixtureId"]),
        middle,
        struct.pack("<" + count, summary["updateCount"]),
        i64(summary["minTimestamp"]),
        i64(summary["maxTimestamp"]),
        bytes.fromhex(summary["subTreeRoot"]),
    ])


def odds_bytes(odds):
    return b"".join([
        i64(odds["fixtureId"]),
        text(odds["messageId"]),
        i64(odds["ts"]),
        text(odds["bookmaker"]),
        struct.pack("<i", odds["bookmakerId"]),
        text(odds["superOddsType"]),
        optional(odds["gameState"], text),
        struct.pack("<?", odds["inRunning"]),
        optional(odds["marketParameters"], text),
        optional(odds["marketPeriod"], text),
        listed(odds["priceNames"], text),
        listed(odds["prices"], lambda price: struct.pack("<i", price)),
    ])


def fixture_bytes(record):
    return b"".join([
        i64(record["ts"]),
        i64(record["startTime"]),
        text(record["competition"]),
        struct.pack("<iii", record["competitionId"], record["fixtureGroupId"], record["participant1Id"]),
        text(record["participant1"]),
        struct.pack("<i", record["participant2Id"]),
        text(record["participant2"]),
        i64(record["fixtureId"]),
        struct.pack("<?", record["participant1IsHome"]),
    ])


def path_bytes(path):
    return listed(path, bytes.fromhex)


def scores_payload(proof):
    return b"".join([
        i64(proof["ts"]),
        summary_bytes(proof["summary"], b""),
        path_bytes(proof["fixturePath"]),
        path_bytes(proof["mainPath"]),
        bytes.fromhex(proof["eventStatRoot"]),
        listed(proof["leaves"], lambda leaf: stat_bytes(leaf["stat"]) + path_bytes(leaf["path"])),
        path_bytes(proof["multiproofHashes"]),
        listed(proof["leafIndices"], lambda index: struct.pack("<I", index)),
    ])


def odds_payload(proof):
    head = i64(proof["ts"]) + odds_bytes(proof["odds"]) + summary_bytes(proof["summary"], b"", "I")
    return head + path_bytes(proof["subTreePath"]) + path_bytes(proof["mainPath"])


# --- Merkle paths: a node is 32 bytes of hash, then 01 for a sibling on the right, 00 for one on the left ---------


def nodes(path):
    return [(bytes.fromhex(node[:64]), node[64:] == "01") for node in path]


def fold(leaf, path):
    for sibling, is_right in nodes(path):
        leaf = sha256(leaf, sibling) if is_right else sha256(sibling, leaf)
    return leaf


def depth_of(leaves):
    return (leaves - 1).bit_length()


def index_of(path):
    """The place of the leaf, from 0: a sibling on the left is a one."""
    return sum(1 << level for level, (_, is_right) in enumerate(nodes(path)) if not is_right)


def fold_multiproof(leaves, path, indices):
    """Every hash, leaf and index is used once; indices are heap numbers, so the root is 1."""
    hashes = nodes(path)
    queue = sorted(zip(indices, leaves), reverse=True)
    while queue[0][0] != 1:
        index, node = queue.pop(0)
        is_left = index % 2 == 0
        if not is_left and queue and queue[0][0] == index - 1:
            sibling = queue.pop(0)[1]
        else:
            check(hashes, 6077)
            sibling, is_right = hashes.pop(0)
            check(is_right == is_left, 6078)
        queue.append((index // 2, sha256(node, sibling) if is_left else sha256(sibling, node)))
    check(not hashes, 6078)
    return queue[0][1]


# --- Times and the account with the published roots ------------------------------------------------------------


def slot_of(time):
    """Day and 5-minute slot of a time in ms; the day has 16 bits."""
    check(0 <= time < 65536 * 86_400_000, 6027)
    return time // 86_400_000, time % 86_400_000 // 300_000


def hour_of(time):
    """The first day of the ten-day window, and the hour in it."""
    day, _ = slot_of(time)
    return day - day % 10, 24 * (day % 10) + time % 86_400_000 // 3_600_000


ACCOUNTS = {
    "scores": ("d90c0c170ab7737d", 9232, 6011),
    "odds": ("0d6e05ed89f203dd", 9232, 6011),
    "fixtures": ("3930b904a415a782", 7696, 6044),
}


def published(kind, account, day, slot, wrong_day=2006):
    discriminator, size, wrong_size = ACCOUNTS[kind]
    check(len(account) == size, wrong_size)
    check(account[:8].hex() == discriminator, 6008)
    check(int.from_bytes(account[8:10], "little") == day, wrong_day)
    root = account[10 + 32 * slot : 42 + 32 * slot]
    check(any(root), 6007)
    return root


def check_main_root(leaf, path, root):
    # Leaf 0 of a main tree is its metadata, so a summary has siblings.
    check(path, 6004)
    check(fold(sha256(b"\1", leaf), path) == root, 6004)


def check_sub_tree(leaf, path, summary):
    count = summary["updateCount"]
    check(len(path) == depth_of(count) and index_of(path) < count, 6003)
    check(fold(leaf, path).hex() == summary["subTreeRoot"], 6003)


def leaf_of(record):
    # 64 bytes could be two hashes: a node passed off as a leaf.
    check(len(record) != 64, 6102)
    return sha256(record)


# --- Zeros: a map of 256 bits beside each update says which stats are zero ----------------------------------------

US = [0, 1, 2, 10, 20, 30, 40]
LAYOUTS = {
    1: (range(8), 8, [0, 8, 16, 24, 32, 40, 48, 56]),
    2: (US, 36, [0, 36, 72, 108, 144, 180, 216]),
    6: (US, 16, [0, 18, 34, 50, 66, 82, 98]),
}


def is_marker(path):
    return bool(path) and path[0][2:64] == "ff" * 31


def check_zero(leaf, proof, trusted):
    """`trusted` holds the layout that the caller trusts; empty, until the first proof decides for the call."""
    path, stat = nodes(leaf["path"]), leaf["stat"]
    check(len(path) == 2 and not path[0][1] and not path[1][1] and is_marker(leaf["path"]), 6023)
    layout, zero_map = path[0][0][0], path[1][0]
    check(layout in LAYOUTS and layout == (trusted or [layout])[0], 6073)
    trusted[:] = [layout]
    check(stat["value"] == 0, 6023)
    fixture_path = nodes(proof["fixturePath"])
    check(fixture_path and sha256(zero_map) == fixture_path[0][0], 6023)
    blocks, offsets, bases = LAYOUTS[layout]
    block, offset = divmod(stat["key"], 1000)
    check(block in blocks and 1 <= offset <= offsets, 6073)
    bit = bases[list(blocks).index(block)] + offset - 1
    check(zero_map[bit // 8] >> bit % 8 & 1, 6074)


# --- Scores ----------------------------------------------------------------------------------------------------


def check_form(proof, leaves, most):
    """Everything that needs no hash: sizes come first, so that nobody is kept busy."""
    summary = proof["summary"]
    check(1 <= len(leaves) <= most, 6069)
    low, high = int(summary["minTimestamp"]), int(summary["maxTimestamp"])
    check(int(proof["ts"]) == low, 6010)
    paths = [proof["fixturePath"], proof["mainPath"], *(leaf["path"] for leaf in leaves)]
    check(all(len(path) <= 32 for path in [*paths, proof.get("multiproofHashes", [])]), 6062)
    place = slot_of(low)
    check(slot_of(high) == place and low <= high, 6005)
    check(summary["updateCount"] >= 1, 6100)
    if "leafIndices" in proof:
        indices = proof["leafIndices"]
        check(len(indices) == sum(not leaf["path"] for leaf in leaves), 6075)
        check(all(index >= 1 for index in indices), 6076)
        check(len({index.bit_length() for index in indices}) <= 1, 6076)
        check(len(set(indices)) == len(indices), 6076)
        check(len({leaf["stat"]["key"] for leaf in leaves}) == len(leaves), 6076)
    return place


def check_event(proof, root):
    """Two leaves for each update: its zero map, and right of it its stats. So the depth and the side are known."""
    path, count = proof["fixturePath"], proof["summary"]["updateCount"]
    index = index_of(path)
    check(len(path) == depth_of(2 * count) and index < 2 * count and index % 2 == 1, 6022)
    check(fold(root, path).hex() == proof["summary"]["subTreeRoot"], 6022)


def prove_stats(proof, leaves, root, trusted):
    hashes = []
    for leaf in leaves:
        stat = sha256(stat_bytes(leaf["stat"]))
        if leaf["path"] if "leafIndices" in proof else is_marker(leaf["path"]):
            check_zero(leaf, proof, trusted)
        elif "leafIndices" in proof:
            hashes.append(stat)
        else:
            check(fold(stat, leaf["path"]) == root, 6023)
    if hashes:
        check(fold_multiproof(hashes, proof["multiproofHashes"], proof["leafIndices"]) == root, 6023)
    elif "leafIndices" in proof:
        check(not proof["multiproofHashes"], 6078)


def meets(value, predicate):
    threshold = predicate["threshold"]
    return {
        "GreaterThan": value > threshold,
        "LessThan": value < threshold,
        "EqualTo": value == threshold,
    }[predicate["comparison"]]


def combine(a, op, b):
    value = a + b if op == "Add" else a - b
    check(value in I32, 6027)
    return value


def validate_stat(proof, claim, account, trusted):
    """Version 1: one stat, or two that are added or subtracted."""
    leaves = [proof["statA"]] + ([proof["statB"]] if proof["statB"] else [])
    day, slot = check_form(proof, leaves, 2)
    check(len(leaves) == (2 if claim["op"] else 1), 6024)
    root = published("scores", account, day, slot)
    check_main_root(summary_bytes(proof["summary"], b""), proof["mainPath"], root)
    event = leaves[0]["eventStatRoot"]
    for leaf in leaves:
        # Otherwise values of different moments could be combined.
        check(leaf["eventStatRoot"] == event, 6024)
        prove_stats(proof, [leaf], bytes.fromhex(event), trusted)
    values = [leaf["stat"]["value"] for leaf in leaves]
    value = combine(values[0], claim["op"], values[1]) if claim["op"] else values[0]
    check_event(proof, bytes.fromhex(event))
    return meets(value, claim["predicate"]), leaves


def validate_strategy(proof, strategy, account, trusted):
    """Version 2 to 4: up to five stats, each used exactly once by the condition."""
    leaves = proof["leaves"]
    day, slot = check_form(proof, leaves, 5)
    root = published("scores", account, day, slot)
    check_main_root(summary_bytes(proof["summary"], b""), proof["mainPath"], root)
    event = bytes.fromhex(proof["eventStatRoot"])
    check_event(proof, event)
    prove_stats(proof, leaves, event, trusted)
    targets, distance = strategy["geometricTargets"], strategy["distancePredicate"]
    check(not targets or distance, 6072)
    used = [target["statIndex"] for target in targets]
    for part in strategy["discretePredicates"]:
        used += [part["single"]["index"]] if "single" in part else [part["binary"]["indexA"], part["binary"]["indexB"]]
    check(all(index < len(leaves) for index in used), 6073)
    check(len(set(used)) == len(used), 6070)
    check(len(used) == len(leaves), 6071)
    values = [leaf["stat"]["value"] for leaf in leaves]
    far = 0
    for target in targets:
        far += abs(values[target["statIndex"]] - target["prediction"])
        check(far < 2**32, 6027)
    # Every part is computed, so that an overflow is found whatever the others say.
    parts = [meets(far, {**distance, "threshold": distance["threshold"] % 2**32})] if distance else []
    for part in strategy["discretePredicates"]:
        if "single" in part:
            parts.append(meets(values[part["single"]["index"]], part["single"]["predicate"]))
        else:
            pair = part["binary"]
            value = combine(values[pair["indexA"]], pair["op"], values[pair["indexB"]])
            parts.append(meets(value, pair["predicate"]))
    return all(parts), leaves


# --- Odds and fixtures ------------------------------------------------------------------------------------------


def check_inside(ts, summary):
    check(int(summary["minTimestamp"]) <= ts <= int(summary["maxTimestamp"]), 6005)
    check(summary["updateCount"] >= 1, 6100)


def validate_odds(proof, account):
    odds, summary, ts = proof["odds"], proof["summary"], int(proof["ts"])
    check(ts == int(odds["ts"]), 6010)
    check(len(proof["subTreePath"]) <= 32 and len(proof["mainPath"]) <= 32, 6062)
    day, slot = slot_of(ts)
    check_inside(ts, summary)
    check(len(odds["priceNames"]) == len(odds["prices"]), 6001)
    check(odds["fixtureId"] == summary["fixtureId"], 6048)
    leaf = leaf_of(odds_bytes(odds))
    root = published("odds", account, day, slot)
    check_sub_tree(leaf, proof["subTreePath"], summary)
    check_main_root(summary_bytes(summary, b"", "I"), proof["mainPath"], root)
    return True


def validate_fixture(proof, account):
    record, summary = proof["snapshot"], proof["summary"]
    check(len(proof["subTreePath"]) <= 32 and len(proof["mainPath"]) <= 32, 6062)
    window, hour = hour_of(int(record["ts"]))
    check_inside(int(record["ts"]), summary)
    # The high bits of the id are the state of the fixture.
    check((int(record["fixtureId"]) - int(summary["fixtureId"])) % 2**48 == 0, 6048)
    check(record["competitionId"] == summary["competitionId"], 6048)
    check(record["competition"] == summary["competition"], 6048)
    leaf = leaf_of(fixture_bytes(record))
    root = published("fixtures", account, window, hour, 6005)
    check_sub_tree(leaf, proof["subTreePath"], summary)
    middle = struct.pack("<i", summary["competitionId"]) + text(summary["competition"])
    check_main_root(summary_bytes(summary, middle, "I"), proof["mainPath"], root)
    return True


def validate_fixture_batch(proof, account):
    data, path = proof["metadata"], proof["path"]
    start, end = int(data["overallBatchStartTs"]), int(data["overallBatchEndTs"])
    if 0 <= start < 65536 * 86_400_000:
        check(proof["index"] == hour_of(start)[1], 6010)
    check(len(path) <= 32, 6062)
    window, hour = hour_of(start)
    check(start <= end, 6005)
    updates, fixtures = data["totalUpdateCount"], data["numUniqueFixtures"]
    check(updates >= 1 and fixtures >= 1, 6100)
    root = published("fixtures", account, window, hour)
    # The metadata is leaf 0 of the tree, and the fixtures are the others.
    check(len(path) == depth_of(fixtures + 1) and index_of(path) == 0, 6004)
    leaf = sha256(b"\0", struct.pack("<iiqq", updates, fixtures, start, end))
    check(fold(leaf, path) == root, 6004)
    return True


# --- Ed25519 (RFC 8032), strict: one encoding of each point and number, no point of small order -------------------

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P


def add(p, q):
    a, b = (p[1] - p[0]) * (q[1] - q[0]) % P, (p[1] + p[0]) * (q[1] + q[0]) % P
    c, d = 2 * p[3] * q[3] * D % P, 2 * p[2] * q[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar, point):
    result = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            result = add(result, point)
        point, scalar = add(point, point), scalar >> 1
    return result


def is_equal(p, q):
    return (p[0] * q[2] - q[0] * p[2]) % P == 0 and (p[1] * q[2] - q[1] * p[2]) % P == 0


def point_of(encoded):
    y = int.from_bytes(encoded, "little") & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and encoded[31] >> 7):
        return None
    x = P - x if x & 1 != encoded[31] >> 7 else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r, s = point_of(key), point_of(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L:
        return False
    if any(is_equal(times(8, point), (0, 1, 1, 0)) for point in (a, r)):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return is_equal(times(s, BASE), add(r, times(h, a)))


# --- Answers of a service: section 13 of the format, read as the proof of a question -------------------------------

BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def bytes_of(value, size):
    if isinstance(value, list) and all(type(one) is int for one in value):  # not bool, which is an int
        is_byte = any(all(one in allowed for one in value) for allowed in (range(256), range(-128, 128)))
        return bytes(one % 256 for one in value) if is_byte else None
    if not isinstance(value, str) or len(value) > 2 * size + 2:
        return None
    if re.fullmatch("(0[xX])?[0-9a-fA-F]{%d}" % (2 * size), value):
        return bytes.fromhex(value[-2 * size :])
    if value.endswith("="):
        try:
            decoded = base64.b64decode(value)
        except ValueError:
            return None
        return decoded if base64.b64encode(decoded).decode() == value else None
    number = 0
    for digit in value:
        if digit not in BASE58:
            return None
        number = 58 * number + BASE58.index(digit)
    zeros = len(value) - len(value.lstrip("1"))
    return bytes(zeros) + number.to_bytes((number.bit_length() + 7) // 8, "big")


def hex_of(value, size=32):
    found = bytes_of(value, size)
    check(found is not None and len(found) == size, 7002)
    return found.hex()


# The names of an answer that are others in a question.
NAMES = {
    **dict.fromkeys(("eventStatsSubTreeRoot", "oddsSubTreeRoot", "updateSubTreeRoot"), "subTreeRoot"),
    **{"mainTreeProof": "mainPath", "fixtureProof": "fixturePath", "subTreeProof": "subTreePath"},
    **{"statProof": "path", "proof": "path", "oddsSnapshot": "odds"},
    **{"hashes": "multiproofHashes", "indices": "leafIndices"},
}


def object_of_answer(fields):
    small = [(name[:1].lower() + name[1:], value) for name, value in fields]
    of = {NAMES.get(name, name): value for name, value in small}
    if "isRightSibling" in of:
        return hex_of(of["hash"]) + ("01" if of["isRightSibling"] else "00")
    for name in of.keys() & {"subTreeRoot", "eventStatRoot", "signature"}:
        of[name] = hex_of(of[name], 64 if name == "signature" else 32)
    return {**of, **of.get("updateStats", {}), **of.get("multiproof", {}), **of.get("payload", {})}


def read_answer(text):
    """The proof as in a question."""
    of = json.loads(text, object_pairs_hook=object_of_answer)
    if "metadata" in of:
        return {**of, "index": hour_of(of["metadata"]["overallBatchStartTs"])[1]}
    if "eventStatRoot" not in of:
        return {**of, "ts": of.get("ts", of["odds"]["ts"])} if "odds" in of else of
    # The time in an unsigned answer is that of the record.
    of["ts"] = of["ts"] if "signature" in of else of["summary"]["minTimestamp"]
    of["fixturePath"] = of["fixturePath"] if "signature" in of else of["subTreePath"]
    if "statToProve" in of:
        of["statA"] = {"stat": of["statToProve"], "path": of["path"], "eventStatRoot": of["eventStatRoot"]}
        second = {"stat": of.get("statToProve2"), "path": of.get("statProof2"), "eventStatRoot": of["eventStatRoot"]}
        of["statB"] = second if second["stat"] else None
    elif "statProofs" in of:
        check(len(of["statsToProve"]) == len(of["statProofs"]), 7000)
        of["leaves"] = [{"stat": stat, "path": path} for stat, path in zip(of["statsToProve"], of["statProofs"])]
    else:
        of = {"leafIndices": [], **of, "leaves": of.get("leaves", of.get("statsToProve", []))}
    return of


# --- Questions and answers ---------------------------------------------------------------------------------------


def fact_of(leaf, is_absent):
    return {"key": leaf["stat"]["key"], "absent": True} if is_absent else leaf["stat"]


def answer(question):
    instruction, proof, signature = question["instruction"], question["proof"], question["signature"]
    if proof is None:
        proof = read_answer(question["answer"])
        signature = proof.get("signature")
    account = base64.b64decode(question["account"])
    if signature is not None:
        digest = sha256(odds_payload(proof) if "odds" in proof else scores_payload(proof))
        signed = bytes.fromhex(signature)
        check(any(is_signed(bytes.fromhex(key), digest, signed) for key in question["keys"]), 6083)
    if instruction in ("validate_odds", "validate_odds_v4"):
        return {"valid": True, "verdict": validate_odds(proof, account)}
    if instruction == "validate_fixture":
        return {"valid": True, "verdict": validate_fixture(proof, account)}
    if instruction == "validate_fixture_batch":
        return {"valid": True, "verdict": validate_fixture_batch(proof, account)}
    # The sport comes from the caller, never from the proof.
    trusted = [] if question["sport"] is None else [question["sport"]]
    validate = validate_stat if instruction == "validate_stat" else validate_strategy
    verdict, leaves = validate(proof, question["strategy"], account, trusted)
    facts = [fact_of(leaf, is_marker(leaf["path"])) for leaf in leaves]
    return {"valid": True, "verdict": verdict, "facts": facts}


for line in sys.stdin:
    try:
        said = answer(json.loads(line))
    except Refused as refusal:
        said = {"valid": False, "error": refusal.args[0]}
    print(json.dumps(said), flush=True)
