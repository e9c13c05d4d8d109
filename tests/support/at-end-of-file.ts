const endings: (() => unknown)[] = [];

/** Has `end` run after the last test of the file that is running now. */
export function atEndOfFile(end: () => unknown): void {
  endings.push(end);
}

/** Runs what was asked for, the last first. */
export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}
