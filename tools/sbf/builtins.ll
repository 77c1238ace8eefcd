; Run-time support linked into every program: functions that LLVM calls by name, and 128-bit arithmetic in 64-bit steps.
; Syscalls are undefined functions. sol_memcpy_ is not used: it refuses to copy a value onto itself, which LLVM's memcpy
; may do, and it costs the same as sol_memmove_.
declare void @abort() noreturn
declare void @sol_memmove_(ptr, ptr, i64)
declare void @sol_memset_(ptr, i8, i64)
declare void @sol_memcmp_(ptr, ptr, i64, ptr)
define void @__bpf_trap() noinline noreturn { call void @abort() unreachable }
define internal { i64, i1 } @sbf.umulo.i64(i64 %a, i64 %b) alwaysinline {
  %ah = lshr i64 %a, 32
  %bh = lshr i64 %b, 32
  %al = and i64 %a, 4294967295
  %bl = and i64 %b, 4294967295
  %az = icmp ne i64 %ah, 0
  %bz = icmp ne i64 %bh, 0
  %both = and i1 %az, %bz
  %x1 = mul i64 %ah, %bl
  %x2 = mul i64 %al, %bh
  %x = add i64 %x1, %x2
  %xh = lshr i64 %x, 32
  %xo = icmp ne i64 %xh, 0
  %xs = shl i64 %x, 32
  %lo = mul i64 %al, %bl
  %r = add i64 %xs, %lo
  %c = icmp ult i64 %r, %lo
  %o1 = or i1 %both, %xo
  %o = or i1 %o1, %c
  %p = insertvalue { i64, i1 } poison, i64 %r, 0
  %q = insertvalue { i64, i1 } %p, i1 %o, 1
  ret { i64, i1 } %q
}
define internal void @sbf.mul.wide(ptr %out, i64 %a, i64 %b) noinline {
  %ah = lshr i64 %a, 32
  %bh = lshr i64 %b, 32
  %al = and i64 %a, 4294967295
  %bl = and i64 %b, 4294967295
  %ll = mul i64 %al, %bl
  %lh = mul i64 %al, %bh
  %hl = mul i64 %ah, %bl
  %hh = mul i64 %ah, %bh
  %llh = lshr i64 %ll, 32
  %lh0 = and i64 %lh, 4294967295
  %hl0 = and i64 %hl, 4294967295
  %m1 = add i64 %llh, %lh0
  %m = add i64 %m1, %hl0
  store volatile i64 %m, ptr %out
  %mv = load volatile i64, ptr %out
  %ml = shl i64 %mv, 32
  %l0 = and i64 %ll, 4294967295
  %lo = or i64 %ml, %l0
  %mh = lshr i64 %mv, 32
  %lhh = lshr i64 %lh, 32
  %hlh = lshr i64 %hl, 32
  %h1 = add i64 %hh, %lhh
  %h2 = add i64 %h1, %hlh
  %hi = add i64 %h2, %mh
  store i64 %lo, ptr %out
  %p1 = getelementptr i8, ptr %out, i64 8
  store i64 %hi, ptr %p1
  ret void
}
define internal i128 @sbf.mul.i128(i128 %a, i128 %b) alwaysinline {
  %tmp = alloca [2 x i64], align 8
  %al = trunc i128 %a to i64
  %bl = trunc i128 %b to i64
  %as = lshr i128 %a, 64
  %bs = lshr i128 %b, 64
  %ah = trunc i128 %as to i64
  %bh = trunc i128 %bs to i64
  call void @sbf.mul.wide(ptr %tmp, i64 %al, i64 %bl)
  %lo = load i64, ptr %tmp
  %p1 = getelementptr i8, ptr %tmp, i64 8
  %hi0 = load i64, ptr %p1
  %c1 = mul i64 %ah, %bl
  %c2 = mul i64 %al, %bh
  %hi1 = add i64 %hi0, %c1
  %hi = add i64 %hi1, %c2
  %loz = zext i64 %lo to i128
  %hiz = zext i64 %hi to i128
  %his = shl i128 %hiz, 64
  %r = or i128 %his, %loz
  ret i128 %r
}
define ptr @memcpy(ptr %d, ptr %s, i64 %n) noinline nobuiltin "no-builtins" {
  call void @sol_memmove_(ptr %d, ptr %s, i64 %n)
  ret ptr %d
}
define ptr @memmove(ptr %d, ptr %s, i64 %n) noinline nobuiltin "no-builtins" {
  call void @sol_memmove_(ptr %d, ptr %s, i64 %n)
  ret ptr %d
}
define ptr @memset(ptr %d, i32 %c, i64 %n) noinline nobuiltin "no-builtins" {
  %b = trunc i32 %c to i8
  call void @sol_memset_(ptr %d, i8 %b, i64 %n)
  ret ptr %d
}
define i32 @memcmp(ptr %a, ptr %b, i64 %n) noinline nobuiltin "no-builtins" {
  %r = alloca i32, align 8
  store i32 0, ptr %r
  call void @sol_memcmp_(ptr %a, ptr %b, i64 %n, ptr %r)
  %v = load i32, ptr %r
  ret i32 %v
}
define i32 @bcmp(ptr %a, ptr %b, i64 %n) noinline nobuiltin "no-builtins" {
  %v = call i32 @memcmp(ptr %a, ptr %b, i64 %n)
  ret i32 %v
}
define internal void @sbf.udivmod(ptr %out, i64 %alo, i64 %ahi, i64 %blo, i64 %bhi) noinline {
entry:
  %hi = or i64 %ahi, %bhi
  %small = icmp eq i64 %hi, 0
  br i1 %small, label %fast, label %head
fast:
  %fq = udiv i64 %alo, %blo
  %fr = urem i64 %alo, %blo
  br label %done
head:
  %i = phi i64 [128, %entry], [%i1, %head]
  %al = phi i64 [%alo, %entry], [%al3, %head]
  %ah = phi i64 [%ahi, %entry], [%ah2, %head]
  %rl = phi i64 [0, %entry], [%rl4, %head]
  %rh = phi i64 [0, %entry], [%rh4, %head]
  %carry = lshr i64 %rh, 63
  %atop = lshr i64 %ah, 63
  %ltop = lshr i64 %al, 63
  %rtop = lshr i64 %rl, 63
  %rl1 = shl i64 %rl, 1
  %rl2 = or i64 %rl1, %atop
  %rh1 = shl i64 %rh, 1
  %rh2 = or i64 %rh1, %rtop
  %ah1 = shl i64 %ah, 1
  %ah2 = or i64 %ah1, %ltop
  %al1 = shl i64 %al, 1
  %hgt = icmp ugt i64 %rh2, %bhi
  %heq = icmp eq i64 %rh2, %bhi
  %lge = icmp uge i64 %rl2, %blo
  %eqge = and i1 %heq, %lge
  %ge0 = or i1 %hgt, %eqge
  %c1 = icmp ne i64 %carry, 0
  %ge = or i1 %ge0, %c1
  %bor = icmp ult i64 %rl2, %blo
  %borz = zext i1 %bor to i64
  %sl = sub i64 %rl2, %blo
  %sh0 = sub i64 %rh2, %bhi
  %sh = sub i64 %sh0, %borz
  %rl4 = select i1 %ge, i64 %sl, i64 %rl2
  %rh4 = select i1 %ge, i64 %sh, i64 %rh2
  %gez = zext i1 %ge to i64
  %al3 = or i64 %al1, %gez
  %i1 = sub i64 %i, 1
  %fin = icmp eq i64 %i1, 0
  br i1 %fin, label %done, label %head
done:
  %ql = phi i64 [%fq, %fast], [%al3, %head]
  %qh = phi i64 [0, %fast], [%ah2, %head]
  %ol = phi i64 [%fr, %fast], [%rl4, %head]
  %oh = phi i64 [0, %fast], [%rh4, %head]
  store i64 %ql, ptr %out
  %p1 = getelementptr i8, ptr %out, i64 8
  store i64 %qh, ptr %p1
  %p2 = getelementptr i8, ptr %out, i64 16
  store i64 %ol, ptr %p2
  %p3 = getelementptr i8, ptr %out, i64 24
  store i64 %oh, ptr %p3
  ret void
}
define internal i128 @sbf.divpart(i128 %a, i128 %b, i64 %off) alwaysinline {
  %tmp = alloca [4 x i64], align 8
  %al = trunc i128 %a to i64
  %bl = trunc i128 %b to i64
  %as = lshr i128 %a, 64
  %bs = lshr i128 %b, 64
  %ah = trunc i128 %as to i64
  %bh = trunc i128 %bs to i64
  call void @sbf.udivmod(ptr %tmp, i64 %al, i64 %ah, i64 %bl, i64 %bh)
  %p0 = getelementptr i8, ptr %tmp, i64 %off
  %lo = load i64, ptr %p0
  %p1 = getelementptr i8, ptr %p0, i64 8
  %hi = load i64, ptr %p1
  %loz = zext i64 %lo to i128
  %hiz = zext i64 %hi to i128
  %his = shl i128 %hiz, 64
  %r = or i128 %his, %loz
  ret i128 %r
}
define internal i128 @sbf.udiv.i128(i128 %a, i128 %b) alwaysinline {
  %r = call i128 @sbf.divpart(i128 %a, i128 %b, i64 0)
  ret i128 %r
}
define internal i128 @sbf.urem.i128(i128 %a, i128 %b) alwaysinline {
  %r = call i128 @sbf.divpart(i128 %a, i128 %b, i64 16)
  ret i128 %r
}
define internal i64 @sbf.sdiv.i64(i64 %a, i64 %b) alwaysinline {
  %sa = ashr i64 %a, 63
  %sb = ashr i64 %b, 63
  %xa = xor i64 %a, %sa
  %ma = sub i64 %xa, %sa
  %xb = xor i64 %b, %sb
  %mb = sub i64 %xb, %sb
  %q = udiv i64 %ma, %mb
  %sg = xor i64 %sa, %sb
  %xq = xor i64 %q, %sg
  %r = sub i64 %xq, %sg
  ret i64 %r
}
define internal i64 @sbf.srem.i64(i64 %a, i64 %b) alwaysinline {
  %sa = ashr i64 %a, 63
  %sb = ashr i64 %b, 63
  %xa = xor i64 %a, %sa
  %ma = sub i64 %xa, %sa
  %xb = xor i64 %b, %sb
  %mb = sub i64 %xb, %sb
  %q = urem i64 %ma, %mb
  %sg = or i64 %sa, 0
  %xq = xor i64 %q, %sg
  %r = sub i64 %xq, %sg
  ret i64 %r
}
define internal i32 @sbf.sdiv.i32(i32 %a, i32 %b) alwaysinline {
  %sa = ashr i32 %a, 31
  %sb = ashr i32 %b, 31
  %xa = xor i32 %a, %sa
  %ma = sub i32 %xa, %sa
  %xb = xor i32 %b, %sb
  %mb = sub i32 %xb, %sb
  %q = udiv i32 %ma, %mb
  %sg = xor i32 %sa, %sb
  %xq = xor i32 %q, %sg
  %r = sub i32 %xq, %sg
  ret i32 %r
}
define internal i32 @sbf.srem.i32(i32 %a, i32 %b) alwaysinline {
  %sa = ashr i32 %a, 31
  %sb = ashr i32 %b, 31
  %xa = xor i32 %a, %sa
  %ma = sub i32 %xa, %sa
  %xb = xor i32 %b, %sb
  %mb = sub i32 %xb, %sb
  %q = urem i32 %ma, %mb
  %sg = or i32 %sa, 0
  %xq = xor i32 %q, %sg
  %r = sub i32 %xq, %sg
  ret i32 %r
}
define internal { i64, i1 } @sbf.smulo.i64(i64 %a, i64 %b) alwaysinline {
  %sa = ashr i64 %a, 63
  %sb = ashr i64 %b, 63
  %xa = xor i64 %a, %sa
  %ma = sub i64 %xa, %sa
  %xb = xor i64 %b, %sb
  %mb = sub i64 %xb, %sb
  %m = call { i64, i1 } @sbf.umulo.i64(i64 %ma, i64 %mb)
  %r = extractvalue { i64, i1 } %m, 0
  %o = extractvalue { i64, i1 } %m, 1
  %neg = xor i64 %sa, %sb
  %most = sub i64 9223372036854775807, %neg
  %big = icmp ugt i64 %r, %most
  %over = or i1 %o, %big
  %x = xor i64 %r, %neg
  %v = sub i64 %x, %neg
  %p = insertvalue { i64, i1 } poison, i64 %v, 0
  %q = insertvalue { i64, i1 } %p, i1 %over, 1
  ret { i64, i1 } %q
}
define internal { i128, i1 } @sbf.umulo.i128(i128 %a, i128 %b) alwaysinline {
  %tmp = alloca [2 x i64], align 8
  %al = trunc i128 %a to i64
  %bl = trunc i128 %b to i64
  %as = lshr i128 %a, 64
  %bs = lshr i128 %b, 64
  %ah = trunc i128 %as to i64
  %bh = trunc i128 %bs to i64
  call void @sbf.mul.wide(ptr %tmp, i64 %al, i64 %bl)
  %lo = load i64, ptr %tmp
  %p1 = getelementptr i8, ptr %tmp, i64 8
  %hi0 = load i64, ptr %p1
  %m1 = call { i64, i1 } @sbf.umulo.i64(i64 %ah, i64 %bl)
  %m2 = call { i64, i1 } @sbf.umulo.i64(i64 %al, i64 %bh)
  %c1 = extractvalue { i64, i1 } %m1, 0
  %o1 = extractvalue { i64, i1 } %m1, 1
  %c2 = extractvalue { i64, i1 } %m2, 0
  %o2 = extractvalue { i64, i1 } %m2, 1
  %hi1 = add i64 %hi0, %c1
  %k1 = icmp ult i64 %hi1, %c1
  %hi = add i64 %hi1, %c2
  %k2 = icmp ult i64 %hi, %c2
  %za = icmp ne i64 %ah, 0
  %zb = icmp ne i64 %bh, 0
  %both = and i1 %za, %zb
  %e1 = or i1 %both, %o1
  %e2 = or i1 %e1, %o2
  %e3 = or i1 %e2, %k1
  %over = or i1 %e3, %k2
  %loz = zext i64 %lo to i128
  %hiz = zext i64 %hi to i128
  %his = shl i128 %hiz, 64
  %r = or i128 %his, %loz
  %p = insertvalue { i128, i1 } poison, i128 %r, 0
  %q = insertvalue { i128, i1 } %p, i1 %over, 1
  ret { i128, i1 } %q
}

; f64. These call compiler_builtins' routines; their conversions saturate like Rust's `as`.
define internal double @sbf.fadd(double %a, double %b) alwaysinline {
  %r = call double @__adddf3(double %a, double %b)
  ret double %r
}
define internal double @sbf.fsub(double %a, double %b) alwaysinline {
  %r = call double @__subdf3(double %a, double %b)
  ret double %r
}
define internal double @sbf.fmul(double %a, double %b) alwaysinline {
  %r = call double @__muldf3(double %a, double %b)
  ret double %r
}
define internal double @sbf.fdiv(double %a, double %b) alwaysinline {
  %r = call double @__divdf3(double %a, double %b)
  ret double %r
}
define internal i64 @sbf.fptoui(double %a) alwaysinline {
  %r = call i64 @__fixunsdfdi(double %a)
  ret i64 %r
}
define internal i64 @sbf.fptosi(double %a) alwaysinline {
  %r = call i64 @__fixdfdi(double %a)
  ret i64 %r
}
define internal double @sbf.uitofp(i64 %a) alwaysinline {
  %r = call double @__floatundidf(i64 %a)
  ret double %r
}
define internal double @sbf.sitofp(i64 %a) alwaysinline {
  %r = call double @__floatdidf(i64 %a)
  ret double %r
}
; For unordered operands each routine returns a value that makes its own relation false; u* relations negate o* relations.
define internal i1 @sbf.fcmp.oeq(double %a, double %b) alwaysinline {
  %r = call i64 @__eqdf2(double %a, double %b)
  %c = icmp eq i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.olt(double %a, double %b) alwaysinline {
  %r = call i64 @__ltdf2(double %a, double %b)
  %c = icmp slt i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ole(double %a, double %b) alwaysinline {
  %r = call i64 @__ledf2(double %a, double %b)
  %c = icmp sle i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ogt(double %a, double %b) alwaysinline {
  %r = call i64 @__gtdf2(double %a, double %b)
  %c = icmp sgt i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.oge(double %a, double %b) alwaysinline {
  %r = call i64 @__gedf2(double %a, double %b)
  %c = icmp sge i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.une(double %a, double %b) alwaysinline {
  %r = call i64 @__eqdf2(double %a, double %b)
  %c = icmp ne i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.uge(double %a, double %b) alwaysinline {
  %r = call i64 @__ltdf2(double %a, double %b)
  %c = icmp sge i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ugt(double %a, double %b) alwaysinline {
  %r = call i64 @__ledf2(double %a, double %b)
  %c = icmp sgt i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ule(double %a, double %b) alwaysinline {
  %r = call i64 @__gtdf2(double %a, double %b)
  %c = icmp sle i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ult(double %a, double %b) alwaysinline {
  %r = call i64 @__gedf2(double %a, double %b)
  %c = icmp slt i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.uno(double %a, double %b) alwaysinline {
  %r = call i64 @__unorddf2(double %a, double %b)
  %c = icmp ne i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.ord(double %a, double %b) alwaysinline {
  %r = call i64 @__unorddf2(double %a, double %b)
  %c = icmp eq i64 %r, 0
  ret i1 %c
}
define internal i1 @sbf.fcmp.one(double %a, double %b) alwaysinline {
  %l = call i1 @sbf.fcmp.olt(double %a, double %b)
  %g = call i1 @sbf.fcmp.ogt(double %a, double %b)
  %c = or i1 %l, %g
  ret i1 %c
}
define internal i1 @sbf.fcmp.ueq(double %a, double %b) alwaysinline {
  %o = call i1 @sbf.fcmp.one(double %a, double %b)
  %c = xor i1 %o, true
  ret i1 %c
}
; std is built for its "zkvm" platform, whose host calls do not exist on chain. sys_rand seeds HashMap; it returns zeros,
; so that execution stays deterministic.
define void @sys_rand(ptr %p, i64 %n) noinline {
entry:
  br label %head
head:
  %i = phi i64 [0, %entry], [%j, %body]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %done
body:
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q
  %j = add i64 %i, 1
  br label %head
done:
  ret void
}
