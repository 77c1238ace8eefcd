"""Links a relocatable object from LLVM's BPF back end into a program for Solana's loader, of SBPF v0 or v3.

A program of version 0 holds the object's code, then its constants, then the relocations for the loader. There are two
kinds: the address of a constant or function ("relative": the loader adds the program's base address), and a call of an
undefined function, which is a syscall by name. Calls inside the program are relative distances and need no relocation.

A program of version 3 (SIMD-0178, 0189, 0377) holds the constants, then the code, each at an address that is fixed, and
nothing for the loader to do: a syscall is called by the hash of its name. Both are made of the same object.
"""
import re
import struct

TEXT = re.compile(r"\.text(\.|$)")
CONSTANTS = re.compile(r"\.(rodata|data\.rel\.ro|security\.txt)(\.|$)")
UNUSED = re.compile(
    r"\.(eh_frame|BTF|BTF\.ext|llvm_addrsig|debug_\w+|comment|strtab|symtab|shstrtab|rel\..*|note\..*)$")
SYSTEM_CALL = re.compile(r"abort$|sol_\w+$")

EM_BPF, ET_DYN = 247, 3
SHT_PROGBITS, SHT_SYMTAB, SHT_STRTAB, SHT_DYNAMIC, SHT_NOBITS, SHT_REL, SHT_DYNSYM = 1, 2, 3, 6, 8, 9, 11
SHF_WRITE, SHF_ALLOC, SHF_EXECINSTR = 1, 2, 4
PT_LOAD, PT_DYNAMIC = 1, 2
PF_X, PF_W, PF_R = 1, 2, 4
R_64_64, R_ABS64, R_RELATIVE, R_64_32 = 1, 2, 8, 10  # address in code, address in data, address in the program, call
CALLX, LDDW, INSTRUCTION = 0x8d, 0x18, 8
# In version 3: where the code is, and what no constant may begin at, because no reference may be zero. Constants begin
# at address 0 and keep their alignment in the file.
CODE, NOTHING = 1 << 32, 16
HEADER, PROGRAM_HEADER, SECTION_HEADER, SYMBOL, RELOCATION = 64, 56, 64, 24, 16


class Unlinkable(Exception):
    """The object contains something that a program cannot hold; the message names it."""


def string(table, offset):
    return table[offset:table.index(b"\0", offset)].decode()


def align(offset, alignment):
    return -(-offset // alignment) * alignment


class Section:
    def __init__(self, data, header):
        (self.name_offset, self.type, self.flags, _, self.offset, self.size, self.link, self.info, self.alignment,
         _) = struct.unpack("<IIQQQQIIQQ", header)
        self.data = b"" if self.type == SHT_NOBITS else data[self.offset:self.offset + self.size]
        self.out = None  # the address in the program; in version 0, the offset in its file


class Object:
    def __init__(self, data):
        sections, = struct.unpack_from("<Q", data, 40)
        count, names = struct.unpack_from("<HH", data, 60)
        headers = range(sections, sections + count * SECTION_HEADER, SECTION_HEADER)
        self.sections = [Section(data, data[at:at + SECTION_HEADER]) for at in headers]
        for section in self.sections:
            section.name = string(self.sections[names].data, section.name_offset)
        table = next(section for section in self.sections if section.type == SHT_SYMTAB)
        strings = self.sections[table.link].data
        self.symbols = []  # name, section or None, offset in it
        for name, _, _, index, value, _ in struct.iter_unpack("<IBBHQQ", table.data):
            self.symbols.append((string(strings, name), self.sections[index] if 0 < index < count else None, value))

    def relocations(self):
        """Yields (section, offset in it, type, symbol) for each relocation in the kept sections."""
        for table in self.sections:
            if table.type == SHT_REL and self.sections[table.info].out is not None:
                for offset, info in struct.iter_unpack("<QQ", table.data):
                    yield self.sections[table.info], offset, info & 0xffffffff, self.symbols[info >> 32]


def lay_out(object_, pattern, start):
    """Places the sections of this name; returns their end."""
    end = start
    for section in (s for s in object_.sections if pattern.match(s.name)):
        section.out = align(end, max(section.alignment, 1))
        end = section.out + section.size
    return end


def refuse_unplaced(object_):
    for section in object_.sections:
        if section.out is None and section.size and section.name and not UNUSED.match(section.name):
            raise Unlinkable(f"a program cannot hold the section {section.name} (a static that is written?)")


def entry_of(object_, entry):
    entries = [target.out + value for name, target, value in object_.symbols if name == entry and target is not None]
    if not entries:
        raise Unlinkable(f"no function {entry}")
    return entries[0]


def resolve(object_, memory, address, system_call):
    """Writes distances, addresses and syscalls into the program; yields the places of the last two, with the name.

    memory(address) is (bytes, offset in them); address(bytes, offset, is in code, addend, target) writes one, and
    system_call(bytes, offset, name) a call.
    """
    for section, offset, kind, (name, target, value) in object_.relocations():
        at = section.out + offset
        image, place = memory(at)
        what = f"{name or target.name} in {section.name}"
        if kind == R_64_32:
            if target is None:
                if not SYSTEM_CALL.match(name):
                    raise Unlinkable(f"undefined function: {what}")
                system_call(image, place, name)
                yield at, name
                continue
            distance, = struct.unpack_from("<i", image, place + 4)
            to = target.out + value + (distance + 1) * INSTRUCTION
            struct.pack_into("<i", image, place + 4, (to - at) // INSTRUCTION - 1)
            continue
        if target is None:
            raise Unlinkable(f"undefined: {what}")
        in_code = kind == R_64_64 and image[place] == LDDW
        if not in_code and kind != R_ABS64:
            raise Unlinkable(f"relocation of type {kind} for {what}")
        addend, = struct.unpack_from("<I", image, place + 4) if in_code else struct.unpack_from("<Q", image, place)
        address(image, place, in_code, target.out + value + addend)
        yield at, None


def move_call_registers(code):
    """LLVM puts the register of an indirect call in the destination field; SBPF v0 expects it in the constant."""
    code = bytearray(code)
    for at in range(0, len(code), INSTRUCTION):  # the second half of a lddw starts with 0
        if code[at] == CALLX:
            struct.pack_into("<i", code, at + 4, code[at + 1] & 15)
            code[at + 1] = 0
    return code


def link(data, entry="entrypoint"):
    """Returns the bytes of the program's file in version 0."""
    object_ = Object(data)
    text = HEADER + 3 * PROGRAM_HEADER
    constants = lay_out(object_, TEXT, text)
    end = lay_out(object_, CONSTANTS, constants)
    refuse_unplaced(object_)
    image = bytearray(end)
    for section in object_.sections:
        if section.out is not None:
            code = TEXT.match(section.name)
            image[section.out:section.out + section.size] = move_call_registers(section.data) if code else section.data

    def address(image, at, in_code, value):
        if in_code:
            struct.pack_into("<I", image, at + 4, value)
        else:
            # The loader reads an address in data from the upper half of the word.
            struct.pack_into("<II", image, at, 0, value)

    def system_call(image, at, _):
        struct.pack_into("<i", image, at + 4, -1)

    found = resolve(object_, lambda at: (image, at), address, system_call)
    relocations = sorted(found, key=lambda r: r[0])
    start = entry_of(object_, entry)

    system_calls = sorted({name for _, name in relocations if name})
    names, symbols = b"\0", bytes(SYMBOL)
    for name, index, value in [(entry, 1, start), *((name, 0, 0) for name in system_calls)]:
        symbols += struct.pack("<IBBHQQ", len(names), 0x10, 0, index, value, 0)  # 0x10: global
        names += name.encode() + b"\0"
    number = {name: i + 2 for i, name in enumerate(system_calls)}
    table = b"".join(
        struct.pack("<QQ", at, number[name] << 32 | R_64_32 if name else R_RELATIVE) for at, name in relocations)

    dynamic = align(end, 8)
    dynamic_size = 11 * 16
    dynsym = dynamic + dynamic_size
    dynstr = dynsym + len(symbols)
    rel = align(dynstr + len(names), 8)
    dynamic_entries = struct.pack(
        "<22Q", 0x1e, 4, 0x11, rel, 0x12, len(table), 0x13, RELOCATION,
        0x6ffffffa, sum(name is None for _, name in relocations),
        6, dynsym, 0xb, SYMBOL, 5, dynstr, 0xa, len(names), 0x16, 0, 0, 0)

    section_names = b"\0"
    headers = bytes(SECTION_HEADER)
    place = rel + len(table)
    for name, kind, flags, at, size, link_, info, alignment, entry_size in (
            (".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, text, constants - text, 0, 0, 4, 0),
            (".rodata", SHT_PROGBITS, SHF_ALLOC, constants, end - constants, 0, 0, 1, 0),
            (".dynamic", SHT_DYNAMIC, SHF_ALLOC | SHF_WRITE, dynamic, dynamic_size, 5, 0, 8, 16),
            (".dynsym", SHT_DYNSYM, SHF_ALLOC, dynsym, len(symbols), 5, 1, 8, SYMBOL),
            (".dynstr", SHT_STRTAB, SHF_ALLOC, dynstr, len(names), 0, 0, 1, 0),
            (".rel.dyn", SHT_REL, SHF_ALLOC, rel, len(table), 4, 0, 8, RELOCATION),
            (".s", SHT_STRTAB, 0, place, None, 0, 0, 1, 0)):
        name_offset = len(section_names)
        section_names += name.encode() + b"\0"
        address, size = (at, size) if flags else (0, len(section_names))
        headers += struct.pack(
            "<IIQQQQIIQQ", name_offset, kind, flags, address, at, size, link_, info, alignment, entry_size)
    section_headers = align(place + len(section_names), 8)

    out = bytearray(section_headers)
    out[:HEADER] = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", ET_DYN, EM_BPF, 1,
                               start, HEADER, section_headers, 0, HEADER, PROGRAM_HEADER, 3, SECTION_HEADER, 8, 7)
    for i, (kind, flags, at, size, alignment) in enumerate((
            (PT_LOAD, PF_R | PF_X, text, dynamic - text, 0x1000),
            (PT_LOAD, PF_R, dynsym, place - dynsym, 0x1000),
            (PT_DYNAMIC, PF_R | PF_W, dynamic, dynamic_size, 8))):
        struct.pack_into("<IIQQQQQQ", out, HEADER + i * PROGRAM_HEADER, kind, flags, at, at, at, size, size, alignment)
    for at, part in ((text, image[text:]), (dynamic, dynamic_entries), (dynsym, symbols), (dynstr, names), (rel, table),
                     (place, section_names)):
        out[at:at + len(part)] = part
    return bytes(out) + headers


def link_v3(data, entry="entrypoint"):
    """Returns the bytes of the program's file in version 3."""
    object_ = Object(data)
    constants = bytearray(align(lay_out(object_, CONSTANTS, NOTHING), NOTHING))
    code = bytearray(lay_out(object_, TEXT, CODE) - CODE)
    refuse_unplaced(object_)

    def memory(at):
        return (constants, at) if at < CODE else (code, at - CODE)

    for section in object_.sections:
        if section.out is not None:
            image, at = memory(section.out)
            image[at:at + section.size] = section.data

    def address(image, at, in_code, value):
        if in_code:
            struct.pack_into("<I", image, at + 4, value & 0xffffffff)
            struct.pack_into("<I", image, at + INSTRUCTION + 4, value >> 32)
        else:
            struct.pack_into("<Q", image, at, value)

    def system_call(image, at, name):
        image[at + 1] = 0  # a source register of 1 is a call inside the program
        struct.pack_into("<I", image, at + 4, hash_of(name.encode()))

    for _ in resolve(object_, memory, address, system_call):
        pass
    start = HEADER + 2 * PROGRAM_HEADER
    # There are no section headers. Their place is the end of the file, by which readers know how long a program is that
    # lies in a larger account.
    end = start + len(constants) + len(code)
    out = struct.pack("<16sHHIQQQIHHHHHH", b"\x7fELF\x02\x01\x01", ET_DYN, EM_BPF, 1,
                      entry_of(object_, entry), HEADER, end, 3, HEADER, PROGRAM_HEADER, 2, SECTION_HEADER, 0, 0)
    for flags, at, base, part in ((PF_R, start, 0, constants), (PF_X, start + len(constants), CODE, code)):
        out += struct.pack("<IIQQQQQQ", PT_LOAD, flags, at, base, base, len(part), len(part), INSTRUCTION)
    return out + constants + code


def hash_of(name):
    """MurmurHash3 of 32 bits with seed 0: what a syscall is called by."""
    def turned(word, by):
        return (word << by | word >> 32 - by) & 0xffffffff

    def mixed(word):
        return turned(word * 0xcc9e2d51 & 0xffffffff, 15) * 0x1b873593 & 0xffffffff

    result, whole = 0, len(name) // 4 * 4
    for word, in struct.iter_unpack("<I", name[:whole]):
        result = turned(result ^ mixed(word), 13) * 5 + 0xe6546b64 & 0xffffffff
    result ^= mixed(int.from_bytes(name[whole:], "little")) ^ len(name)
    for shift, factor in ((16, 0x85ebca6b), (13, 0xc2b2ae35)):
        result = (result ^ result >> shift) * factor & 0xffffffff
    return result ^ result >> 16
