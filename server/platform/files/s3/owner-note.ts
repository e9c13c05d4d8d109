import { buffer } from 'node:stream/consumers';
import { MissingFile, type OwnerNote } from '../file-store.ts';
import type { Bucket } from './bucket.ts';
import { sourceOfBytes } from './try-bucket.ts';

const path = 'owner';

/** The note in a bucket that says whose files are there. */
export function ownerNote(bucket: Bucket): OwnerNote {
  return {
    async read() {
      try {
        return (await buffer(bucket.read(path))).toString();
      } catch (error) {
        if (error instanceof MissingFile) return null;
        throw error;
      }
    },
    write: (owner) => bucket.put(path, sourceOfBytes(Buffer.from(owner))),
  };
}
