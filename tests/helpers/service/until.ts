/** Polls until a condition in another process holds. The timeout of the test limits it. */
export async function until(fits: () => boolean | Promise<boolean>, between: () => unknown = () => {}): Promise<void> {
  while (!(await fits())) {
    await between();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
