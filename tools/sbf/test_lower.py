"""Tests each rewrite and each refusal of lower.py. Run in this folder: python3 -m unittest"""
import os
import pathlib
import re
import subprocess
import unittest

from lower import SOFT_FLOAT, Unsupported, arguments, closing, lower, lower_memory, registers

HERE = pathlib.Path(__file__).resolve().parent
BUILTINS = (HERE / "builtins.ll").read_text()
TARGET = 'target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"\ntarget triple = "bpfel"\n'


def body(instruction, result="i64 0", parameters="i64 %a, i64 %b"):
    return f"define {result.split()[0]} @f({parameters}) {{\n  {instruction}\n  ret {result}\n}}"


def lowered(text):
    """The lowered module without the run-time support appended to it."""
    whole = lower(text, BUILTINS)
    assert whole.endswith("\n" + BUILTINS)
    return whole[:-len(BUILTINS) - 1]


class Parsing(unittest.TestCase):
    def test_closing_skips_inner_and_quoted_parentheses(self):
        text = 'f(ptr sret({ i64, i64 }) %a, @"odd)name") rest'
        self.assertEqual(text[closing(text, 1):], " rest")
        with self.assertRaises(ValueError):
            closing("f(a", 1)

    def test_arguments_are_split_at_outermost_commas(self):
        self.assertEqual(list(arguments('i64 %a, { i64, i64 } %b, ptr @"x,y", <2 x i64> %v')),
                         ["i64 %a", "{ i64, i64 } %b", 'ptr @"x,y"', "<2 x i64> %v"])
        self.assertEqual(list(arguments("")), [])

    def test_registers(self):
        samples = ("i64 %a", "ptr align 8 %p", "i128 %a", "{ i64, i64 } %a", "{ i64, i64, i8 } %a")
        self.assertEqual(list(map(registers, samples)), [1, 1, 2, 2, 3])


class Calls(unittest.TestCase):
    def inlined(self, definition):
        module = definition + " noinline #0 {\n  unreachable\n}\nattributes #0 = { noinline nounwind }"
        text = lowered(module)
        group = re.search(r"^define .*@g\(.*(#\d+) \{$", text, re.M)[1]
        attributes = re.search(rf"^attributes {group} = (.*)$", text, re.M)[1]
        if "alwaysinline" not in attributes:
            return False
        self.assertNotIn("noinline", attributes)
        self.assertNotIn("noinline", text.splitlines()[0])
        return True

    def test_five_argument_registers_stay_a_call(self):
        self.assertFalse(self.inlined("define i64 @g(i64 %a, i64 %b, i64 %c, i64 %d, ptr %e)"))
        self.assertFalse(self.inlined("define i64 @g(i128 %a, i128 %b, i64 %c)"))

    def test_more_argument_registers_are_inlined(self):
        self.assertTrue(self.inlined("define i64 @g(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f)"))
        self.assertTrue(self.inlined("define i64 @g(i128 %a, i128 %b, i128 %c)"))
        self.assertTrue(self.inlined("define i64 @g({ i64, i64 } %a, i64 %b, i64 %c, i64 %d, i64 %e)"))

    def test_two_returned_registers_are_inlined(self):
        for returned in ("i128", "{ i64, i64 }", "[2 x i64]", "internal fastcc { i64, i1 }"):
            self.assertTrue(self.inlined(f"define {returned} @g(i64 %a)"), returned)

    def test_functions_without_attributes_are_inlined_too(self):
        self.assertIn("define i128 @g() alwaysinline {", lowered("define i128 @g() {\n  unreachable\n}"))

    def test_call_sites_lose_attributes_that_would_forbid_inlining(self):
        module = ("define i128 @g() {\n  unreachable\n}\n" + body("%x = call i128 @g() #7, !noalias !1")
                  + "\nattributes #7 = { noinline }")
        self.assertIn("call i128 @g(), !noalias !1", lowered(module))

    def test_other_functions_keep_their_attributes(self):
        module = ("define i128 @g() #0 {\n  unreachable\n}\ndefine i64 @h() #0 {\n  unreachable\n}\n"
                  "attributes #0 = { noinline nounwind }")
        self.assertIn("define i64 @h() #0 {", lowered(module))
        self.assertIn("attributes #0 = { noinline nounwind }", lowered(module))

    def test_struct_return_marks_go(self):
        module = "define void @g(ptr sret({ i64, [2 x (i8)] }) align 8 %out) {\n  ret void\n}"
        self.assertIn("define void @g(ptr align 8 %out)", lowered(module))


class Integers(unittest.TestCase):
    def check(self, instruction, expected):
        self.assertIn(expected, lowered(body(instruction)))

    def test_overflow_checked_multiplication(self):
        for sign, width in (("u", 64), ("s", 64), ("u", 128)):
            call = f"%r = call {{ i{width}, i1 }} @llvm.{sign}mul.with.overflow.i{width}(i{width} %a, i{width} %b)"
            self.check(call, f"@sbf.{sign}mulo.i{width}(i{width} %a")

    def test_declarations_of_what_builtins_define_go(self):
        for name, type_ in (("llvm.umul.with.overflow.i64", "{ i64, i1 }"), ("memcmp", "i32"), ("sys_rand", "void"),
                            ("abort", "void")):
            self.assertNotIn("declare", lowered(f"declare {type_} @{name}(i64, i64)"), name)
        self.assertIn("declare i64 @other(i64)", lowered("declare i64 @other(i64)"))

    def test_signed_division(self):
        for op in ("sdiv", "srem"):
            for width in (32, 64):
                self.check(f"%r = {op} i{width} %a, %b",
                           f"%r = call i{width} @sbf.{op}.i{width}(i{width} %a, i{width} %b)")
        self.check("%r = sdiv exact i64 %a, 8", "call i64 @sbf.sdiv.i64(i64 %a, i64 8)")

    def test_unsigned_division_of_64_bits_stays(self):
        self.check("%r = udiv i64 %a, %b", "%r = udiv i64 %a, %b")

    def test_wide_arithmetic(self):
        self.check("%r = mul nuw nsw i128 %a, %b", "%r = call i128 @sbf.mul.i128(i128 %a, i128 %b)")
        self.check("%r = udiv exact i128 %a, 10", "%r = call i128 @sbf.udiv.i128(i128 %a, i128 10)")
        self.check("%r = urem i128 %a, %b", "%r = call i128 @sbf.urem.i128(i128 %a, i128 %b)")


class Floats(unittest.TestCase):
    def check(self, instruction, expected):
        self.assertIn(expected, lowered(body(instruction)))

    def test_arithmetic(self):
        for op in ("fadd", "fsub", "fmul", "fdiv"):
            self.check(f"%r = {op} nnan nsz double %a, 2.0e+00",
                       f"%r = call double @sbf.{op}(double %a, double 2.0e+00)")

    def test_comparison(self):
        for relation in "oeq one olt ole ogt oge ueq une ult ule ugt uge ord uno".split():
            self.check(f"%r = fcmp {relation} double %a, %b",
                       f"%r = call i1 @sbf.fcmp.{relation}(double %a, double %b)")
            self.assertIn(f"@sbf.fcmp.{relation}(double %a, double %b) alwaysinline", BUILTINS)

    def test_conversion(self):
        self.check("%r = uitofp nneg i64 %a to double", "%r = call double @sbf.uitofp(i64 %a)")
        self.check("%r = sitofp i64 %a to double", "%r = call double @sbf.sitofp(i64 %a)")
        self.check("%r = fptoui double %a to i64", "%r = call i64 @sbf.fptoui(double %a)")
        self.check("%r = fptosi double %a to i64", "%r = call i64 @sbf.fptosi(double %a)")
        self.check("%r = call i64 @llvm.fptoui.sat.i64.f64(double %a)", "@sbf.fptoui(double %a)")
        self.check("%r = call i64 @llvm.fptosi.sat.i64.f64(double %a)", "@sbf.fptosi(double %a)")


class Statics(unittest.TestCase):
    KEYS = "@_RNvNvMNtNtCs3std4hash6randomNtB4_11RandomState3new4KEYS.0"

    def test_hash_keys_are_constants(self):
        text = lowered(body(f"%r = load i1, ptr {self.KEYS}, align 8\n  %s = load i64, ptr {self.KEYS}, align 8\n"
                            f"  store i8 1, ptr {self.KEYS}, align 8"))
        self.assertIn("%r = or i1 false, true", text)
        self.assertIn("%s = or i64 0, 1", text)
        self.assertNotIn("KEYS", text)


class Refusals(unittest.TestCase):
    def refused(self, instruction, what):
        with self.assertRaises(Unsupported) as caught:
            lower(body(instruction), BUILTINS)
        self.assertIn(what, str(caught.exception))
        self.assertIn(instruction, str(caught.exception))

    def test_signed_division_of_other_widths(self):
        for op in ("sdiv", "srem"):
            for width in (8, 16, 128):
                self.refused(f"%r = {op} i{width} %a, %b", "signed division")

    def test_wide_shift_by_a_variable(self):
        for op in ("shl nuw nsw", "lshr exact", "ashr"):
            self.refused(f"%r = {op} i128 %a, %b", "128-bit shift")
        lower(body("%r = lshr i128 %a, 64"), BUILTINS)

    def test_overflow_checked_multiplication_of_i128(self):
        self.refused("%r = call { i128, i1 } @llvm.smul.with.overflow.i128(i128 %a, i128 %b)", "multiplication of i128")


class Memory(unittest.TestCase):
    def check(self, call, expected):
        self.assertIn(f"  {expected}\n", lower_memory(body(call, parameters="ptr %d, ptr %s, i64 %n")))

    def stays(self, call):
        self.check(call, call)

    def test_unknown_length_is_a_system_call(self):
        for operation in ("memcpy", "memmove"):
            self.check(f"tail call void @llvm.{operation}.p0.p0.i64(ptr nonnull align 8 dereferenceable(9) %d, "
                       "ptr align 1 %s, i64 %n, i1 false), !x !1",
                       "call void @sol_memmove_(ptr %d, ptr %s, i64 %n)")
        self.check("call void @llvm.memset.p0.i64(ptr align 8 %d, i8 7, i64 %n, i1 false)",
                   "call void @sol_memset_(ptr %d, i8 7, i64 %n)")

    def test_long_is_a_system_call_and_short_is_not(self):
        for operation, most in (("memcpy", 56), ("memmove", 32)):
            call = f"call void @llvm.{operation}.p0.p0.i64(ptr %d, ptr %s, i64 {{}}, i1 false)"
            self.stays(call.format(most))
            self.check(call.format(most + 1), f"call void @sol_memmove_(ptr %d, ptr %s, i64 {most + 1})")
        call = "call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 {}, i1 false)"
        self.stays(call.format(96))
        self.check(call.format(97), "call void @sol_memset_(ptr %d, i8 0, i64 97)")

    def test_for_size_the_syscall_begins_earlier_and_comparisons_stay_calls(self):
        def compiled(call, group):
            text = body(call, parameters="ptr %d, ptr %s").replace(") {", f") {group} {{", 1)
            return lower_memory(text + "\nattributes #0 = { nounwind }\nattributes #7 = { minsize optsize }")

        copy = "call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 {}, i1 false)"
        comparison = "%x = call i32 @memcmp(ptr nonnull %d, ptr %s, i64 32) #0"
        self.assertIn(copy.format(24), compiled(copy.format(24), "#7"))
        self.assertIn("@sol_memmove_(ptr %d, ptr %s, i64 25)", compiled(copy.format(25), "#7"))
        self.assertIn(copy.format(25), compiled(copy.format(25), "#0"))
        self.assertIn("@memcmp(ptr nonnull %d, ptr %s, i64 32) nobuiltin #0", compiled(comparison, "#7"))
        self.assertIn(comparison, compiled(comparison, "#0"))

    def test_system_calls_are_declared_once(self):
        call = body("call void @llvm.memset.p0.i64(ptr %d, i8 0, i64 %n, i1 false)", parameters="ptr %d, i64 %n")
        declaration = "declare void @sol_memset_(ptr, i8, i64)"
        self.assertEqual(lower_memory(call).count(declaration), 1)
        self.assertEqual(lower_memory(call + "\n" + declaration).count(declaration), 1)
        self.assertNotIn("sol_memmove_", lower_memory(call))

    def test_constant_addresses_are_kept_whole(self):
        self.check("call void @llvm.memcpy.p0.p0.i64(ptr align 1 %d, "
                   "ptr align 1 getelementptr inbounds (i8, ptr @table, i64 8), i64 %n, i1 false)",
                   "call void @sol_memmove_(ptr %d, ptr getelementptr inbounds (i8, ptr @table, i64 8), i64 %n)")
        self.check("call void @llvm.memset.p0.i64("
                   "ptr nonnull inttoptr (i64 12884901888 to ptr), i8 %c, i64 %n, i1 false)",
                   "call void @sol_memset_(ptr inttoptr (i64 12884901888 to ptr), i8 %c, i64 %n)")


def llvm():
    """The folder of the newest installed LLVM's tools."""
    installed = sorted(map(str, pathlib.Path("/usr/lib").glob("llvm-2*")))
    prefixes = [os.environ["SBF_LLVM"]] if "SBF_LLVM" in os.environ else installed
    return pathlib.Path(prefixes[-1]) / "bin" if prefixes else None


@unittest.skipUnless(llvm(), "LLVM is not installed (tools/sbf/install.sh)")
class CodeGeneration(unittest.TestCase):
    """LLVM refuses each sample unchanged and accepts it after lowering."""
    SAMPLES = {
        "six arguments": "define i64 @g(i64 %a, i64 %b, i64 %c, i64 %d, i64 %e, i64 %f) noinline {\n  ret i64 %f\n}\n"
                         + body("%r = call i64 @g(i64 1, i64 2, i64 3, i64 4, i64 5, i64 %a)", "i64 %r"),
        "signed division": body("%r = sdiv i64 %a, %b", "i64 %r"),
        "signed remainder": body("%r = srem i32 %a, %b", "i32 %r", "i32 %a, i32 %b"),
        "wide multiplication": body("%x = zext i64 %a to i128\n  %y = mul i128 %x, %x\n  %z = lshr i128 %y, 64\n"
                                    "  %r = trunc i128 %z to i64", "i64 %r"),
        "wide division": body(
            "%x = zext i64 %a to i128\n  %y = udiv i128 %x, 10\n  %r = trunc i128 %y to i64", "i64 %r"),
        "checked multiplication": "declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64)\n" + body(
            "%p = call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %a, i64 %b)\n"
            "  %r = extractvalue { i64, i1 } %p, 1", "i1 %r"),
        "float sum": body(
            "%x = bitcast i64 %a to double\n  %y = fadd double %x, %x\n  %r = bitcast double %y to i64", "i64 %r"),
        "float comparison": body("%x = bitcast i64 %a to double\n  %r = fcmp ult double %x, 2.0", "i1 %r"),
        "float conversion": body("%x = bitcast i64 %a to double\n  %r = fptoui double %x to i64", "i64 %r"),
        "copy of unknown length": "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n" + body(
            "call void @llvm.memcpy.p0.p0.i64(ptr %d, ptr %s, i64 %n, i1 false)", "void", "ptr %d, ptr %s, i64 %n"),
    }

    # Samples without a lowering: code generation must refuse them, not miscompile them.
    REFUSED = {
        "stack frame over 4096 bytes": "declare void @use(ptr)\n" + body(
            "%x = alloca [4097 x i8]\n  call void @use(ptr %x)"),
        "six arguments through a pointer": body(
            "%r = call i64 %f(i64 1, i64 2, i64 3, i64 4, i64 5, i64 6)", "i64 %r", "ptr %f"),
        "two registers returned through a pointer": body(
            "%p = call { i64, i64 } %f()\n  %x = extractvalue { i64, i64 } %p, 0\n"
            "  %y = extractvalue { i64, i64 } %p, 1\n  %r = add i64 %x, %y",
            "i64 %r", "ptr %f"),
    }

    def generate(self, text):
        return subprocess.run([llvm() / "llc", "-mcpu=v2", "-bpf-stack-size=4096", "-o", "/dev/null"],
                              input=TARGET + text, capture_output=True, text=True)

    def through_all_passes(self, sample):
        text = lower("\n".join(self.declare_soft_floats()) + "\n" + sample, BUILTINS)
        keep = "-internalize-public-api-list=f,memcpy,memmove,memset,memcmp,bcmp,__bpf_trap"
        result = subprocess.run([llvm() / "opt", "-S", keep, "-passes=internalize,always-inline,globaldce"],
                                input=TARGET + text, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        return lower_memory(result.stdout).replace(TARGET, "")

    def declare_soft_floats(self):
        signatures = {"fix": "i64 {}(double)", "flo": "double {}(i64)", "com": "i64 {}(double, double)",
                      "add": "double {}(double, double)"}
        for name in SOFT_FLOAT:
            kind = "fix" if "fix" in name else "flo" if "float" in name else "add" if name.endswith("df3") else "com"
            yield "declare " + signatures[kind].format(f"@{name}")

    def test_samples(self):
        for name, sample in self.SAMPLES.items():
            with self.subTest(name):
                self.assertNotEqual(self.generate(sample).returncode, 0)
                result = self.generate(self.through_all_passes(sample))
                self.assertEqual(result.returncode, 0, result.stderr)

    def test_refused(self):
        for name, sample in self.REFUSED.items():
            with self.subTest(name):
                self.assertNotEqual(self.generate(self.through_all_passes(sample)).returncode, 0)

    def test_declared_soft_floats_are_those_that_builtins_call(self):
        self.assertEqual({name for name in re.findall(r"@(__\w+)\(", BUILTINS)} - {"__bpf_trap"}, set(SOFT_FLOAT))


if __name__ == "__main__":
    unittest.main()
