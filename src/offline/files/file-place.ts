/** What the server says about a file, and the name it is saved under. */
export interface FileFacts {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes; null if the server doesn't say. */
  readonly total: number | null;
  /** SHA-256 of the whole file, in hexadecimal. */
  readonly sha256: string;
  /** It is the digest of a ZIP that was put together for this buyer; see decision 127. */
  readonly isOfZip?: boolean;
}

export interface FileState extends FileFacts {
  /** When the complete file matched its SHA-256, in ms since 1970; null before that. */
  readonly checkedAt: number | null;
  /** Whether the buyer wants it to stay on this device. */
  readonly isToStore: boolean;
}

/** What is stored of a file. */
export interface SavedFile {
  readonly state: FileState;
  /** Its bytes from the start, in order. */
  readonly parts: readonly Blob[];
}

/** Files on this device, complete or not, by account and key. */
export interface SavedFiles {
  /** All files of an account, by key. */
  list(accountId: string): Promise<ReadonlyMap<string, SavedFile>>;
  /** Null if nothing of the file is here. */
  read(accountId: string, key: string): Promise<SavedFile | null>;
  remove(accountId: string, key: string): Promise<void>;
  /**
   * Deletes the files of each account that `isForgotten` names.
   * @throws if the browser still refuses after 3 s
   */
  forget(isForgotten: (accountId: string) => boolean): Promise<void>;
}

/** A place on this device where new files can be stored. */
export interface FilePlace extends SavedFiles {
  /** The largest file that it takes, in bytes. */
  readonly maxBytes: number;
  create(accountId: string, key: string, state: FileState): Promise<void>;
  /** @throws if the file was deleted since it was created */
  writeState(accountId: string, key: string, state: FileState): Promise<void>;
  /**
   * Stores a run of bytes that begins at `at`, and resolves with them as stored, so that they needn't stay in memory.
   * @throws if the file was deleted since it was created
   */
  writeRun(accountId: string, key: string, at: number, bytes: Blob): Promise<Blob>;
}

/** The runs that follow one another from the start of the file, without a gap. */
export function partsOf(runs: ReadonlyMap<number, Blob>): readonly Blob[] {
  const parts: Blob[] = [];
  let reached = 0;
  for (let run = runs.get(0); run && run.size > 0; run = runs.get(reached)) {
    parts.push(run);
    reached += run.size;
  }
  return parts;
}
