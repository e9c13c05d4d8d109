/** Null if the file or folder doesn't exist. */
export function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  return unless(['ENOENT'], found);
}

/** Null if the file or folder doesn't exist, or if its owner lets this process neither read nor change it. */
export function unlessForbidden<T>(found: Promise<T>): Promise<T | null> {
  return unless(['ENOENT', 'EACCES', 'EPERM'], found);
}

async function unless<T>(codes: readonly string[], found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && codes.includes(Reflect.get(error, 'code'))) return null;
    throw error;
  }
}
