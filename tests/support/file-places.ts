import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { DatabaseFiles } from '#offline/files/database-files.ts';
import { writableFolder, writeWhole } from '#offline/files/writable-folder.ts';
import { writeInPlace } from '#offline/files/write-in-place.ts';
import { privateFolderFake } from './private-folder.ts';

export const folderPlace = (root = privateFolderFake().root) => writableFolder(root, writeWhole);

/** Each way in which a browser can store files, empty. */
export const filePlaces = [
  ['a private folder', folderPlace],
  [
    'a private folder that only workers can write',
    () => writableFolder(privateFolderFake().root, writeInPlace),
  ],
  ['a database', () => new DatabaseFiles({ indexedDB: new IDBFactory(), IDBKeyRange })],
] as const;
