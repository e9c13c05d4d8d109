/** Made every night, or on request. */
export type BackupKind = 'nightly' | 'wanted';

/** A good backup that was made, and where. */
export interface BackupPlace {
  readonly name: string;
  readonly madeAt: string;
  /** The machine in whose `DATA_DIR` it is. */
  readonly machine: string;
  /** Whether it lacks the list of the files in the bucket. Missing in what an earlier version of the shop noted. */
  readonly isUnlisted?: boolean;
}

/** The progress of a backup, in bytes of its files. */
export interface BackupProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/**
 * The backup that is requested, running or last ended. Stored in the database, so that one of several
 * processes makes it and all of them can show its progress.
 */
export interface BackupRun extends BackupProgress {
  /** New with each claim: a process that finds another one has lost the backup. */
  readonly id: string;
  readonly state: 'wanted' | 'running' | 'done' | 'failed';
  readonly kind: BackupKind;
  /** As in audit lines. */
  readonly actorId: string;
  /** How many processes were killed in a row while they made it. Earlier versions of the shop stored none. */
  readonly killed?: number;
  readonly startedAt: string;
  /** When the process making it last reported progress. */
  readonly seenAt: string;
  /** Why it failed. */
  readonly problem: string | null;
  /** Whether the backup is complete although the run failed: it couldn't be recorded. */
  readonly isComplete?: boolean;
}
