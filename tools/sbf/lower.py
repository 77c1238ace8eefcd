"""Rewrites a textual LLVM module so that the upstream BPF back end can generate code for it.

Upstream BPF has no stack arguments, struct returns, signed division, 128-bit multiplication or division, floats,
library calls or writable statics. `lower` removes all of these except library calls, between two rounds of
optimisation. `lower_memory` replaces memcpy, memmove and memset; it runs last, because optimisation reintroduces them.
Anything left over fails here or in code generation: nothing is miscompiled silently.
"""
import re

NAME = r'@("[^"]+"|[\w.$-]+)'
MAX_ARGUMENT_REGISTERS = 5

# The compiler_builtins routines that builtins.ll calls.
SOFT_FLOAT = [f"__{op}" for op in (
    "adddf3 subdf3 muldf3 divdf3 fixunsdfdi fixdfdi floatundidf floatdidf "
    "eqdf2 ltdf2 ledf2 gtdf2 gedf2 unorddf2").split()]

# sol_memcpy_ is not used; builtins.ll explains why.
SYSTEM_CALLS = {"memcpy": "sol_memmove_", "memmove": "sol_memmove_", "memset": "sol_memset_"}
# Up to this many bytes, loads and stores cost less than a syscall (10 compute units plus register spills).
INLINE_BYTES = {"memcpy": 56, "memmove": 32, "memset": 96}
# The same in a function that is compiled for size, where the syscall's instructions count.
INLINE_BYTES_FOR_SIZE = {"memcpy": 24, "memmove": 24, "memset": 32}

UNSUPPORTED = [
    (r"= (?:sdiv|srem) (?:exact )?(?:i128|i16|i8) ", "signed division of this width"),
    (r"= (?:shl|lshr|ashr) (?:nuw |nsw |exact )*i128 [^,]+, %", "128-bit shift by a variable"),
    (r"call .*@llvm\.smul\.with\.overflow\.i128\(", "overflow-checked multiplication of i128"),
]


class Unsupported(Exception):
    """The module uses something that has no lowering; the message names it and quotes the line."""


def closing(text, opening):
    """Index just past the parenthesis that closes text[opening]."""
    depth, quoted = 0, False
    for i in range(opening, len(text)):
        c = text[i]
        if c == '"':
            quoted = not quoted
        elif not quoted:
            depth += (c == "(") - (c == ")")
            if depth == 0:
                return i + 1
    raise ValueError("unbalanced parenthesis")


def arguments(text):
    """Splits a list of parameters or arguments at its outermost commas."""
    depth, quoted, start = 0, False, 0
    for i, c in enumerate(text):
        if c == '"':
            quoted = not quoted
        elif not quoted:
            if c in "([{<":
                depth += 1
            elif c in ")]}>":
                depth -= 1
            elif c == "," and depth == 0:
                yield text[start:i].strip()
                start = i + 1
    if text[start:].strip():
        yield text[start:].strip()


def plain(argument):
    """A pointer argument without its attributes: `ptr align 8 %x` becomes `ptr %x`; also for constant expressions."""
    return "ptr " + re.search(r"(?:getelementptr|inttoptr)\b.*$|\S+$", argument)[0]


def registers(argument):
    """The number of argument registers that a parameter takes."""
    if argument.startswith("i128"):
        return 2
    return argument.count(",") + 1 if argument[:1] in "{[" else 1


def drop_struct_return_marks(module):
    """`sret` promises a calling convention that BPF lacks; the pointer itself is an ordinary argument."""
    return re.sub(r"\bsret\((?:[^()]|\([^()]*\))*\)\s*", "", module)


def inline_what_needs_the_stack(module):
    """Inlines functions that take too many arguments or return two registers into every caller."""
    lines, names = module.split("\n"), set()
    for i, line in enumerate(lines):
        if not line.startswith("define "):
            continue
        match = re.search(NAME + r"\(", line)
        opening = match.end() - 1
        end = closing(line, opening)
        pair = re.search(r"(\{[^}]*\}|\[2 x [^\]]*\]|i128)\s*$", line[:match.start()].strip())
        if pair or sum(map(registers, arguments(line[opening + 1:end - 1]))) > MAX_ARGUMENT_REGISTERS:
            names.add(match.group(1))
            rest = re.sub(r"\bnoinline\b", "", line[end:])
            group = re.search(r"#\d+", rest)
            rest = rest.replace(group[0], group[0] + "_inline", 1) if group else " alwaysinline" + rest
            lines[i] = line[:end] + rest
    for i, line in enumerate(lines):
        if " call " in line:
            match = re.search(NAME + r"\(", line)
            if match and match.group(1) in names:
                lines[i] = re.sub(r"\) #\d+(?=,|$)", ")", line)
    module = "\n".join(lines)
    groups = dict(re.findall(r"^attributes (#\d+) = (\{.*\})$", module, re.M))
    following = max((int(g[1:]) for g in groups), default=0) + 1
    for group in sorted(set(re.findall(r"(#\d+)_inline", module))):
        body = groups[group].replace(" noinline", " ").replace(" optnone", " ")
        module = module.replace(f"{group}_inline", f"#{following}")
        module += f"\nattributes #{following} = " + re.sub(r"\{", "{ alwaysinline ", body, count=1) + "\n"
        following += 1
    return module


def replace_integers(module):
    """Replaces multiplication and division that BPF lacks by calls into builtins.ll."""
    for sign, width in (("u", 64), ("s", 64), ("u", 128)):
        module = module.replace(f"@llvm.{sign}mul.with.overflow.i{width}(", f"@sbf.{sign}mulo.i{width}(")
    for op in ("sdiv", "srem"):
        module = re.sub(rf"= {op} (?:exact )?(i32|i64) ([^,]+), ([^,\n]+)",
                        rf"= call \1 @sbf.{op}.\1(\1 \2, \1 \3)", module)
    for op, flags in (("mul", "nuw |nsw "), ("udiv", "exact "), ("urem", "exact ")):
        module = re.sub(rf"= {op} (?:{flags})*i128 ([^,]+), ([^,\n]+)",
                        rf"= call i128 @sbf.{op}.i128(i128 \1, i128 \2)", module)
    return module


def replace_floats(module):
    """Replaces arithmetic, comparison and conversion of f64 by calls into builtins.ll."""
    flags = r"(?:(?:fast|nnan|ninf|nsz|arcp|contract|afn|reassoc) )*"
    module = re.sub(rf"= (fadd|fsub|fmul|fdiv) {flags}double ([^,]+), ([^,\n]+)",
                    r"= call double @sbf.\1(double \2, double \3)", module)
    module = re.sub(rf"= fcmp {flags}(\w+) double ([^,]+), ([^,\n]+)",
                    r"= call i1 @sbf.fcmp.\1(double \2, double \3)", module)
    module = re.sub(r"= (uitofp|sitofp) (?:nneg )?i64 (\S+) to double", r"= call double @sbf.\1(i64 \2)", module)
    module = re.sub(r"= (fptoui|fptosi) double (\S+) to i64", r"= call i64 @sbf.\1(double \2)", module)
    return re.sub(r"@llvm\.(fptoui|fptosi)\.sat\.i64\.f64\(", r"@sbf.\1(", module)


def fix_hash_keys(module):
    """Makes std's HashMap keys constants: std keeps them in a writable static, which programs cannot have."""
    keys = r"@_RN\w*RandomState3new4KEYS\w*(?:\.\d+)?(?=[,\s])"
    module = re.sub(rf"^(\s+%\S+ = )load i1, ptr {keys}[^\n]*$", r"\1or i1 false, true", module, flags=re.M)
    module = re.sub(rf"^(\s+%\S+ = )load (i64|i8), ptr {keys}[^\n]*$", r"\1or \2 0, 1", module, flags=re.M)
    return re.sub(rf"^\s+store [^\n]*ptr {keys}[^\n]*$", "", module, flags=re.M)


def drop_declarations(module, builtins):
    """Drops declarations of names that builtins.ll defines or declares; they must not be declared twice."""
    defined = set(re.findall(rf"^(?:define|declare) [^@\n]*{NAME}\(", builtins, re.M))
    lines = [line for line in module.split("\n")
             if not (line.startswith("declare ") and re.search(NAME + r"\(", line).group(1) in defined)]
    return "\n".join(lines)


def lower(module, builtins):
    """Returns the module with its run-time support, without anything that BPF cannot express."""
    module = inline_what_needs_the_stack(drop_struct_return_marks(module))
    module = fix_hash_keys(replace_floats(replace_integers(module)))
    for pattern, what in UNSUPPORTED:
        for line in module.split("\n"):
            if re.search(pattern, line):
                raise Unsupported(f"{what} is not supported: {line.strip()[:160]}")
    return drop_declarations(module, builtins) + "\n" + builtins


def lower_memory(module):
    """Replaces copies and fills of long or unknown length by syscalls; short ones are generated inline.

    In a function that is compiled for size, comparisons stay calls: generated inline, 32 bytes take 12 instructions.
    """
    lines, called = module.split("\n"), set()
    for_size = {group for group, body in re.findall(r"^attributes (#\d+) = \{(.*)\}$", module, re.M)
                if "minsize" in body.split()}
    inline_bytes = INLINE_BYTES
    for i, line in enumerate(lines):
        if line.startswith("define "):
            is_for_size = not for_size.isdisjoint(line.split())
            inline_bytes = INLINE_BYTES_FOR_SIZE if is_for_size else INLINE_BYTES
        comparison = re.search(r"call i32 @(?:memcmp|bcmp)\(", line)
        if comparison and inline_bytes is INLINE_BYTES_FOR_SIZE:
            end = closing(line, comparison.end() - 1)
            lines[i] = f"{line[:end]} nobuiltin{line[end:]}"
            continue
        match = re.match(r"(\s+)(?:tail )?call void @llvm\.(memcpy|memmove|memset)\.[\w.]+\(", line)
        if not match:
            continue
        indent, operation = match.groups()
        target, source, length, _ = arguments(line[match.end():closing(line, match.end() - 1) - 1])
        value = length.split()[-1]
        if value.isdecimal() and int(value) <= inline_bytes[operation]:
            continue
        source = f"i8 {source.split(maxsplit=1)[1]}" if operation == "memset" else plain(source)
        called.add(SYSTEM_CALLS[operation])
        lines[i] = f"{indent}call void @{SYSTEM_CALLS[operation]}({plain(target)}, {source}, {length})"
    declared = set(re.findall(rf"^declare [^@\n]*{NAME}\(", module, re.M))
    lines += [f"declare void @{name}(ptr, {'i8' if name == 'sol_memset_' else 'ptr'}, i64)"
              for name in sorted(called - declared)]
    return "\n".join(lines)
