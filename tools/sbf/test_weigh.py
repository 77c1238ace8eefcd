"""Tests weigh.py. Run in this folder: python3 -m unittest"""
import unittest

from weigh import FAST, NEVER, SIZE, SPEED, class_of, weigh

MODULE = """\
define internal void @fast(ptr %a) unnamed_addr #0 !dbg !1 {
  call void @small() #1
  ret void
}
define void @"small"() #0 {
  ret void
}
define void @refusal() #2 {
  ret void
}
attributes #0 = { inlinehint minsize optsize "target-cpu"="v2" }
attributes #1 = { nounwind }
attributes #2 = { inlinehint "target-cpu"="v2" }
"""


class Weigh(unittest.TestCase):
    def test_a_path_counts_by_its_first_type(self):
        for path, expected in (
                ("entrypoint", SPEED),
                ("linesman_verifier::path::leads_to::<H>", SPEED),
                ("<<linesman_wire::in_place::Reader>::term as core::ops::FnOnce<()>>::call_once", SPEED),
                ("<&mut linesman_verifier::reader::Reader as core::fmt::Debug>::fmt", SPEED),
                ("oracle::entrance::symbol::anchor", SIZE),
                ("<anchor_lang::accounts::Account<linesman_verifier::X>>::try_from", SIZE),
                ("linesman_verifiers::f", SIZE),
                ("<anchor_lang_error::Error>::with_account_name::<&str>", NEVER),
                ("oracle::error::refused", NEVER),
        ):
            self.assertEqual(class_of(path, FAST["oracle"]), expected, path)

    def test_every_function_is_marked_and_keeps_its_other_attributes(self):
        def demangled(symbols):
            self.assertEqual(symbols, ["fast", "small", "refusal"])
            return ["linesman_verifier::fast", "oracle::small", "oracle::error::refusal"]

        marked = weigh("oracle", MODULE, demangled)
        for line in (
                "define internal void @fast(ptr %a) unnamed_addr #000001 !dbg !1 {",
                'define void @"small"() #000002 {',
                "define void @refusal() #200003 {",
                "  call void @small() #1",
                'attributes #000001 = { inlinehint "target-cpu"="v2" }',
                'attributes #000002 = { inlinehint "target-cpu"="v2" minsize optsize }',
                'attributes #200003 = { "target-cpu"="v2" minsize optsize cold noinline }',
        ):
            self.assertIn(line + "\n", marked)
        self.assertEqual(weigh("proxy", MODULE, demangled), MODULE)


if __name__ == "__main__":
    unittest.main()
