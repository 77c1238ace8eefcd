"""Tests the linker on objects that LLVM compiles from small modules. Run in this folder: python3 -m unittest"""
import struct
import subprocess
import unittest

from link import CODE as CODE_V3, HEADER, RELOCATION, R_64_32, R_RELATIVE, Unlinkable, hash_of, link, link_v3, string
from test_lower import TARGET, llvm

CODE = HEADER + 3 * 56
ENTRY = "define i64 @entrypoint(ptr %p) {{\n  {}\n}}\n"


def compiled(text):
    return subprocess.run([llvm() / "llc", "-mcpu=v2", "-filetype=obj", "-o", "-"], input=(TARGET + text).encode(),
                          capture_output=True, check=True).stdout


class Program:
    """The program as the loader reads it."""

    def __init__(self, data):
        self.data = data
        self.entry, = struct.unpack_from("<Q", data, 24)
        offset, = struct.unpack_from("<Q", data, 40)
        count, names = struct.unpack_from("<HH", data, 60)
        headers = [struct.unpack_from("<IIQQQQIIQQ", data, offset + 64 * i) for i in range(count)]
        strings = data[headers[names][4]:]
        self.headers = {string(strings, h[0]): h for h in headers}

    def section(self, name):
        _, _, _, _, offset, size, *_ = self.headers[name]
        return self.data[offset:offset + size]

    def instruction(self, number):
        return struct.unpack_from("<BBhi", self.data, CODE + 8 * number)

    def system_calls(self):
        """{instruction: name of the called syscall}"""
        return {(at - CODE) // 8: self.symbol(info >> 32)
                for at, info in self.relocations() if info & 0xffffffff == R_64_32}

    def addresses(self):
        return [at for at, info in self.relocations() if info == R_RELATIVE]

    def relocations(self):
        return list(struct.iter_unpack("<QQ", self.section(".rel.dyn")))

    def symbol(self, number):
        return string(self.section(".dynstr"), struct.unpack_from("<I", self.section(".dynsym"), 24 * number)[0])


@unittest.skipUnless(llvm(), "LLVM is not installed (tools/sbf/install.sh)")
class Link(unittest.TestCase):
    def program(self, text):
        return Program(link(compiled(text)))

    def test_addresses_are_offsets_in_order(self):
        program = self.program(ENTRY.format("ret i64 7"))
        end = 0
        for name in (".text", ".rodata", ".dynamic", ".dynsym", ".dynstr", ".rel.dyn"):
            _, _, _, address, offset, size, *_ = program.headers[name]
            self.assertEqual(address, offset)
            self.assertGreaterEqual(offset, end, name)
            end = offset + size
        self.assertEqual(program.section(".text"), struct.pack("<BBhiBBhi", 0xb7, 0, 0, 7, 0x95, 0, 0, 0))

    def test_entry_is_found_by_name(self):
        program = self.program("define i64 @first() {\n  ret i64 1\n}\n" + ENTRY.format("ret i64 7"))
        self.assertEqual(program.entry, CODE + 16)
        with self.assertRaisesRegex(Unlinkable, "no function entrypoint"):
            link(compiled("define i64 @first() {\n  ret i64 1\n}"))

    def test_undefined_functions_are_system_calls_by_name(self):
        program = self.program("declare void @sol_log_(ptr, i64)\ndeclare void @abort()\n" + ENTRY.format(
            "call void @sol_log_(ptr %p, i64 1)\n  call void @abort()\n  call void @abort()\n  ret i64 0"))
        calls = program.system_calls()
        self.assertEqual(sorted(calls.values()), ["abort", "abort", "sol_log_"])
        for number in calls:
            self.assertEqual(program.instruction(number), (0x85, 0x10, 0, -1))

    def test_other_undefined_functions_are_refused(self):
        with self.assertRaisesRegex(Unlinkable, "undefined function: malloc in .text"):
            self.program("declare ptr @malloc(i64)\n"
                         + ENTRY.format("%x = call ptr @malloc(i64 8)\n  store ptr %x, ptr %p\n  ret i64 0"))

    def test_calls_are_distances_across_sections(self):
        program = self.program("define i64 @far() cold section \".text.unlikely.\" {\n  ret i64 9\n}\n"
                               + ENTRY.format("%x = call i64 @far()\n  ret i64 %x"))
        self.assertEqual(program.system_calls(), {})
        code, source, _, distance = program.instruction(0)
        self.assertEqual((code, source), (0x85, 0x10))
        self.assertEqual(program.instruction(1 + distance), (0xb7, 0, 0, 9))

    def test_local_functions_are_called_by_their_place_in_the_section(self):
        far = "define internal i64 @{}() noinline section \".text.unlikely.\" {{\n  ret i64 {}\n}}\n"
        program = self.program(far.format("first", 8) + far.format("second", 9) + ENTRY.format(
            "%x = call i64 @second()\n  %y = call i64 @first()\n  %z = sub i64 %x, %y\n  ret i64 %z"))
        calls = [i for i in range(6) if program.instruction(i)[0] == 0x85]
        self.assertEqual([program.instruction(i + 1 + program.instruction(i)[3])[3] for i in calls], [9, 8])

    def test_indirect_calls_name_their_register_in_the_constant(self):
        program = self.program(ENTRY.format("%x = call i64 %p(i64 0)\n  ret i64 %x"))
        calls = [i for i in map(program.instruction, range(len(program.section(".text")) // 8)) if i[0] == 0x8d]
        self.assertEqual(len(calls), 1)
        _, registers, _, constant = calls[0]
        self.assertEqual(registers, 0)
        self.assertIn(constant, range(1, 10))

    def test_constants_and_functions_get_addresses_that_the_loader_moves(self):
        program = self.program(
            "@table = internal constant [2 x ptr] [ptr @entrypoint, ptr getelementptr (i8, ptr @number, i64 4)]\n"
            "@number = internal constant [2 x i32] [i32 5, i32 77]\n"
            "@other = internal constant [2 x i32] [i32 6, i32 78]\n"
            + ENTRY.format("store volatile ptr @table, ptr %p\n  store volatile ptr @other, ptr %p\n  ret i64 0"))
        in_code = [at for at in program.addresses() if at < program.headers[".rodata"][4]]
        in_data = [at for at in program.addresses() if at not in in_code]
        self.assertEqual((len(in_code), len(in_data)), (2, 2))
        table, other = (struct.unpack_from("<II", program.data, at + 4)[0] for at in in_code)
        self.assertEqual([struct.unpack_from("<I", program.data, at + 12) for at in in_code], [(0,), (0,)])
        self.assertEqual(in_data, [table, table + 8])
        self.assertEqual(struct.unpack_from("<II", program.data, other), (6, 78))
        (zero, function), (_, number) = (struct.unpack_from("<II", program.data, at) for at in in_data)
        self.assertEqual((zero, function), (0, program.entry))
        self.assertEqual(struct.unpack_from("<I", program.data, number), (77,))

    def test_undefined_statics_are_refused(self):
        with self.assertRaisesRegex(Unlinkable, "undefined: elsewhere in .text"):
            self.program("@elsewhere = external global i64\n"
                         + ENTRY.format("store volatile ptr @elsewhere, ptr %p\n  ret i64 0"))

    def test_relocations_are_counted_and_sorted(self):
        constants = "declare void @abort()\n@number = internal constant [2 x i64] [i64 77, i64 78]\n"
        program = self.program(constants + ENTRY.format(
            "call void @abort()\n  store volatile ptr @number, ptr %p\n  call void @abort()\n  ret i64 0"))
        dynamic = dict(struct.iter_unpack("<QQ", program.section(".dynamic")))
        self.assertEqual(dynamic[0x6ffffffa], 1)
        self.assertEqual(dynamic[0x12], 3 * RELOCATION)
        places = [at for at, _ in program.relocations()]
        self.assertEqual(places, sorted(places))

    def test_a_security_text_stays_although_nothing_reads_it(self):
        text = b"=======BEGIN SECURITY.TXT V1=======\0"
        program = self.program(
            '@text = private constant [36 x i8] c"' + text[:-1].decode() + '\\00"\n'
            '@SECURITY_TXT = constant { ptr, i64 } { ptr @text, i64 36 }, section ".security.txt"\n'
            + ENTRY.format("ret i64 0"))
        place = program.data.index(text)
        self.assertIn((0, place), [struct.unpack_from("<II", program.data, at) for at in program.addresses()])

    def test_written_statics_are_refused(self):
        for static in ("internal global i64 1", "internal global i64 0"):
            with self.subTest(static), self.assertRaisesRegex(Unlinkable, "static that is written"):
                self.program(f"@counter = {static}\n" + ENTRY.format("store volatile i64 5, ptr @counter\n  ret i64 0"))


class Program3:
    """A program of version 3 as the loader reads it: by its two program headers alone."""

    def __init__(self, data):
        self.data = data
        self.entry, = struct.unpack_from("<Q", data, 24)
        self.flags, = struct.unpack_from("<I", data, 48)
        self.headers = [struct.unpack_from("<IIQQQQQQ", data, HEADER + 56 * i) for i in range(2)]
        self.constants, self.code = (data[offset:offset + size] for _, _, offset, _, _, size, _, _ in self.headers)

    def instruction(self, number):
        return struct.unpack_from("<BBhi", self.code, 8 * number)

    def instructions(self, opcode):
        return [i for i in range(len(self.code) // 8) if self.code[8 * i] == opcode]

    def address(self, number):
        """What a lddw loads."""
        low, high = (struct.unpack_from("<I", self.code, 8 * (number + i) + 4)[0] for i in (0, 1))
        return low | high << 32


@unittest.skipUnless(llvm(), "LLVM is not installed (tools/sbf/install.sh)")
class LinkV3(unittest.TestCase):
    def program(self, text):
        return Program3(link_v3(compiled(text)))

    def test_holds_constants_then_code_at_their_addresses_and_nothing_else(self):
        program = self.program("@number = constant [3 x i64] [i64 7, i64 8, i64 9]\n" + ENTRY.format("ret i64 7"))
        constants, code = program.headers
        end = HEADER + 2 * 56
        self.assertEqual(constants, (1, 4, end, 0, 0, len(program.constants), len(program.constants), 8))
        self.assertEqual(code, (1, 1, end + constants[5], CODE_V3, CODE_V3, len(program.code), len(program.code), 8))
        self.assertEqual(len(program.data), code[2] + code[5])
        self.assertEqual(struct.unpack_from("<Q", program.data, 40), (len(program.data),))
        self.assertEqual([part % 16 for part in (constants[2], constants[5])], [0, 0])
        self.assertEqual((program.flags, program.entry), (3, CODE_V3))
        self.assertEqual(program.code, struct.pack("<BBhiBBhi", 0xb7, 0, 0, 7, 0x95, 0, 0, 0))

    def test_no_constant_is_at_zero(self):
        program = self.program("@number = internal constant i64 77\n"
                               + ENTRY.format("store volatile ptr @number, ptr %p\n  ret i64 0"))
        place, = map(program.address, program.instructions(0x18))
        self.assertEqual((place, program.constants[:place]), (16, bytes(16)))
        self.assertEqual(struct.unpack_from("<Q", program.constants, place), (77,))

    def test_system_calls_are_hashes_of_their_names(self):
        program = self.program("declare void @sol_log_(ptr, i64)\ndeclare void @abort()\n" + ENTRY.format(
            "call void @sol_log_(ptr %p, i64 1)\n  call void @abort()\n  ret i64 0"))
        calls = [program.code[8 * i:8 * i + 8] for i in program.instructions(0x85)]
        expected = [struct.pack("<BBhI", 0x85, 0, 0, hash_of(name)) for name in (b"sol_log_", b"abort")]
        self.assertEqual(calls, expected)

    def test_known_hashes(self):
        # Murmur3 of 32 bits with seed 0: a tail of 0 to 3 bytes, and one that is zero.
        known = {b"": 0, b"a": 0x3c2569b2, b"ab": 0x9bbfd75f, b"abc": 0xb3dd93fa, b"abcd": 0x43ed676a,
                 b"\0": 0x514e28b7, b"abort": 0xb6fc1a11}
        self.assertEqual({name: hash_of(name) for name in known}, known)

    def test_calls_are_distances_across_sections(self):
        program = self.program("define i64 @far() cold section \".text.unlikely.\" {\n  ret i64 9\n}\n"
                               + ENTRY.format("%x = call i64 @far()\n  ret i64 %x"))
        code, source, _, distance = program.instruction(0)
        self.assertEqual((code, source), (0x85, 0x10))
        self.assertEqual(program.instruction(1 + distance), (0xb7, 0, 0, 9))

    def test_indirect_calls_keep_their_register_in_the_destination(self):
        program = self.program(ENTRY.format("%x = call i64 %p(i64 0)\n  ret i64 %x"))
        (_, registers, _, constant), = map(program.instruction, program.instructions(0x8d))
        self.assertIn(registers, range(1, 10))
        self.assertEqual(constant, 0)

    def test_constants_and_functions_get_whole_addresses(self):
        program = self.program(
            "@table = internal constant [2 x ptr] [ptr @entrypoint, ptr getelementptr (i8, ptr @number, i64 4)]\n"
            "@number = internal constant [2 x i32] [i32 5, i32 77]\n"
            + ENTRY.format("store volatile ptr @table, ptr %p\n  store volatile ptr @entrypoint, ptr %p\n  ret i64 0"))
        table, function = map(program.address, program.instructions(0x18))
        self.assertEqual(function, program.entry)
        first, second = struct.unpack_from("<QQ", program.constants, table)
        self.assertEqual((first, struct.unpack_from("<I", program.constants, second)), (program.entry, (77,)))

    def test_refuses_what_version_0_refuses(self):
        for text, reason in (
                ("define i64 @first() {\n  ret i64 1\n}", "no function entrypoint"),
                ("declare ptr @malloc(i64)\n" + ENTRY.format("%x = call ptr @malloc(i64 8)\n  store ptr %x, ptr %p\n"
                                                            "  ret i64 0"), "undefined function: malloc"),
                ("@elsewhere = external global i64\n"
                 + ENTRY.format("store volatile ptr @elsewhere, ptr %p\n  ret i64 0"), "undefined: elsewhere"),
                ("@counter = internal global i64 1\n"
                 + ENTRY.format("store volatile i64 5, ptr @counter\n  ret i64 0"), "static that is written")):
            with self.subTest(reason), self.assertRaisesRegex(Unlinkable, reason):
                self.program(text)


if __name__ == "__main__":
    unittest.main()
