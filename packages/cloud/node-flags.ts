/** Flags that the cloud's process is started with; they can't be set once it runs. */

/**
 * An upload is thousands of short-lived buffers. A small young generation frees them soon, where a large one lets them pile
 * up; collecting it is so little work that handing it to other threads costs more than doing it.
 */
export const cloudNodeFlags: readonly string[] = ['--max-semi-space-size=1', '--single-threaded-gc'];
