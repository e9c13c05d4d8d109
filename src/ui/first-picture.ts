/** The first of these pictures that loads and can be decoded; null: none does. */
export async function firstPicture(addresses: readonly string[]): Promise<string | null> {
  for (const address of addresses) {
    const picture = new Image();
    picture.src = address;
    try {
      await picture.decode();
      return address;
    } catch {
      // The device has no copy, or the browser doesn't know the format.
    }
  }
  return null;
}
