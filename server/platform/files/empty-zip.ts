const entryMark = 0x04034b50;
const entryBytes = 30;

/**
 * Whether a ZIP that begins with `head` contains no file, or only folders. False if that can't be seen from the
 * head alone.
 */
export function isEmptyZip(head: Buffer): boolean {
  let at = 0;
  while (at + entryBytes <= head.length && head.readUInt32LE(at) === entryMark) {
    const packedBytes = head.readUInt32LE(at + 18);
    const nameBytes = head.readUInt16LE(at + 26);
    const extraBytes = head.readUInt16LE(at + 28);
    const name = head.subarray(at + entryBytes, at + entryBytes + nameBytes);
    if (packedBytes > 0 || name.at(-1) !== 0x2f) return false;
    at += entryBytes + nameBytes + extraBytes;
  }
  // The list of entries, or at once its end.
  const mark = head.toString('latin1', at, at + 4);
  return mark === 'PK\x01\x02' || mark === 'PK\x05\x06';
}
