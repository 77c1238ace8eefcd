/**
 * Says that tests are left out, as something that they need is not installed. Where `LINESMAN_REQUIRE_SERVERS=1` says that everything is, this is a
 * failure of the file instead: tests that nobody misses hold nothing.
 */
export function leftOut(why: string): void {
  if (process.env.LINESMAN_REQUIRE_SERVERS === '1') throw new Error(`LINESMAN_REQUIRE_SERVERS=1, but ${why}`);
  console.warn(`SKIPPED: ${why}`);
}
