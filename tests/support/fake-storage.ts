/** A browser's storage in memory. Values are own properties, as in the real one. */
export function fakeStorage(kept: Readonly<Record<string, string>> = {}): Storage {
  const values: Record<string, string> = Object.create({
    getItem: (key: string) => values[key] ?? null,
    setItem: (key: string, text: string) => {
      values[key] = text;
    },
    removeItem: (key: string) => {
      delete values[key];
    },
    clear: () => {
      for (const key of Object.keys(values)) delete values[key];
    },
  });
  return Object.assign(values, kept) as unknown as Storage;
}
