"""Tests the linker on objects that LLVM compiles from small modules. Run in this folder: python3 -m unittest"""
import struct
import subprocess
import unittest

from link import HEADER, RELOCATION, R_64_32, R_RELATIVE, Unlinkable, link, string
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


if __name__ == "__main__":
    unittest.main()
