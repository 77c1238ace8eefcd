"""Decides for each function whether LLVM compiles it for speed or for size.

A program pays rent for each byte, and a caller for each unit, but no unit of a refusal, of a formatted message or of
an account that is made once matters. So everything is for size, except what FAST names. What makes an error is never
inlined either: LLVM copied it to each place that may fail, which was a quarter of the settlement program.
"""
import re

from lower import NAME

# For each program, beginnings of the paths of the functions that run in the calls of the units' ledgers. A program
# that is not here is left as rustc made it.
FAST = {
    "oracle": (
        "entrypoint",
        "linesman_verifier::",
        "linesman_wire::in_place::",
        "oracle::entrance::",
        "oracle::state::roots::",
        # Strings of records.
        "core::str::converts::from_utf8",
    ),
    "settlement": (
        "entrypoint",
        "linesman_verifier::",
        "linesman_wire::",
        "settlement::",
    ),
}
# What begins so and is for size all the same.
SMALL = (
    # The whole of Anchor's dispatch and handlers, for calls that the entrance does not answer.
    "oracle::entrance::symbol::",
)
# What makes, converts and words errors.
COLD = (
    "anchor_lang_error::",
    "core::fmt::",
    "linesman_wire::refusal::",
    "oracle::error::",
    "settlement::error::",
    "settlement::owner::wrong_owner",
    "std::io::error::",
)
# The attributes that a class gives, by the number that marks it.
CLASSES = {"00001": [], "00002": ["minsize", "optsize"], "00003": ["minsize", "optsize", "cold", "noinline"]}
SPEED, SIZE, NEVER = CLASSES
DECIDED = {"minsize", "optsize", "cold", "noinline", "inlinehint", "alwaysinline"}


def class_of(path, fast):
    """Of `<a::B as c::D>::e` the path that counts is `a::B`."""
    path = re.sub(r"^(?:<|&|mut )+", "", path)
    if path.startswith(COLD):
        return NEVER
    return SPEED if path.startswith(fast) and not path.startswith(SMALL) else SIZE


def weigh(program, module, demangled):
    """Returns the module with each function marked. `demangled` turns a list of symbols into their paths."""
    if program not in FAST:
        return module
    lines = module.split("\n")
    groups = dict(re.findall(r"^attributes #(\d+) = \{(.*)\}$", module, re.M))
    functions = [(i, re.search(NAME + r"\(", line)) for i, line in enumerate(lines) if line.startswith("define ")]
    paths = demangled([name.group(1).strip('"') for _, name in functions])
    used = set()
    for (i, name), path in zip(functions, paths, strict=True):
        suffix = class_of(path, FAST[program])
        head, group, rest = re.fullmatch(r"(.* )#(\d+)( .*)", lines[i][name.end():]).groups()
        lines[i] = f"{lines[i][:name.end()]}{head}#{group}{suffix}{rest}"
        used.add((group, suffix))
    for group, suffix in sorted(used):
        dropped = DECIDED if suffix == NEVER else {"minsize", "optsize"}
        attributes = [word for word in groups[group].split() if word not in dropped] + CLASSES[suffix]
        lines.append(f"attributes #{group}{suffix} = {{ {' '.join(attributes)} }}")
    return "\n".join(lines) + "\n"
