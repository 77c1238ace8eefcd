/**
 * Reports skipped tests when a requirement is not installed. `LINESMAN_REQUIRE_SERVERS=1` claims that everything is
 * installed. The file then fails instead, so that tests cannot go missing unnoticed.
 */
export function leftOut(why: string): void {
  if (process.env.LINESMAN_REQUIRE_SERVERS === '1') throw new Error(`LINESMAN_REQUIRE_SERVERS=1, but ${why}`);
  console.warn(`SKIPPED: ${why}`);
}
