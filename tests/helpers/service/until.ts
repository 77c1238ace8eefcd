/** Waits until something is so; looks again and again, as what is waited for is in another process. The limit of the test ends it. */
export async function until(fits: () => boolean | Promise<boolean>, between: () => unknown = () => {}): Promise<void> {
  while (!(await fits())) {
    await between();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
