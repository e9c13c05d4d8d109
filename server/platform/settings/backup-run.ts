/** Made in the night, or because somebody asked for it. */
export type BackupKind = 'nightly' | 'wanted';

/** How far a backup is, in bytes of its files. */
export interface BackupProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * A backup that somebody wants, that is under way, or that was the last to end. It is stored
 * in the database, so that one of several processes makes it and each can tell how far it is.
 */
export interface BackupRun extends BackupProgress {
  readonly state: 'wanted' | 'running' | 'done' | 'failed';
  readonly kind: BackupKind;
  /** As audit lines have it. */
  readonly who: string;
  readonly startedAt: string;
  /** When the process that makes it last reported progress. */
  readonly seenAt: string;
  /** Why it failed. */
  readonly problem: string | null;
}
