import { recordAction, shopItself, terminal } from '../../platform/audit/record-action.ts';
import { type AuditedChange, type Change, makeChange } from '../../platform/database/change.ts';
import { DatabaseProblem } from '../../platform/database/check-database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { openFiles } from '../../platform/files/open-files.ts';
import { leaseEnd } from '../../platform/jobs/lease.ts';
import type { Services } from '../../platform/services.ts';
import type { BackupKind, BackupProgress, BackupRun } from '../../platform/settings/backup-run.ts';
import { readSetting, writeSetting } from '../../platform/settings/settings.ts';
import { removeOldBackups } from './backup-folder.ts';
import { noticeFailedBackup } from './failed-backup-notice.ts';
import { type MadeBackup, makeBackup } from './make-backup.ts';

type Deps = Pick<Services, 'database' | 'env' | 'clock'>;

/** The shop's quietest hour, by the server's clock. */
const nightHour = 3;
/** How long after a failed backup it is retried. */
const againMs = 3_600_000;
const beatMs = 1000;

/** Whether a backup is running or requested. */
export function isUnderWay(run: BackupRun | null, now: Date): boolean {
  if (run === null) return false;
  if (run.state === 'wanted') return true;
  return run.state === 'running' && leaseEnd(new Date(run.seenAt)) > now.toISOString();
}

/** Requests a backup, unless one is already running or requested. */
export async function requestBackup(change: AuditedChange): Promise<BackupRun> {
  const { tx, now, actorId } = change;
  const { value } = await readSetting(tx, 'backupRun');
  if (value && isUnderWay(value, now)) return value;
  const run = newRun(now, 'wanted', 'wanted', actorId);
  await writeSetting(change, 'backupRun', run);
  return run;
}

/** Makes the backup that is requested or, with `mayBeNightly`, due this night; null if there is none to make. */
export function makeDueBackup(
  services: Deps,
  { mayBeNightly, signal }: { readonly mayBeNightly: boolean; readonly signal: AbortSignal },
): Promise<MadeBackup | null> {
  return claimAndMake(services, signal, (run, now) => {
    if (run?.state === 'wanted') return run;
    return mayBeNightly && isNightlyDue(run, now) ? { kind: 'nightly', actorId: shopItself } : null;
  });
}

/** Makes a backup now, for the command line; null if another is running. */
export function makeBackupNow(services: Deps): Promise<MadeBackup | null> {
  return claimAndMake(services, new AbortController().signal, (run, now) =>
    run?.state === 'running' && isUnderWay(run, now) ? null : { kind: 'wanted', actorId: terminal },
  );
}

/** Claims the run that `pick` returns, so that nobody else makes it, and makes the backup. Throws what went wrong. */
async function claimAndMake(
  services: Deps,
  signal: AbortSignal,
  pick: (run: BackupRun | null, now: Date) => Pick<BackupRun, 'kind' | 'actorId'> | null,
): Promise<MadeBackup | null> {
  const { database, env, clock } = services;
  const now = clock();
  const { value } = await readSetting(database.read, 'backupRun');
  if (!pick(value, now)) return null;
  const run = await database.write(async (tx) => {
    // Another process may have claimed it first.
    const found = pick((await readSetting(tx, 'backupRun')).value, now);
    if (!found) return null;
    const claimed = newRun(now, 'running', found.kind, found.actorId);
    await writeSetting({ tx, now }, 'backupRun', claimed);
    return claimed;
  });
  if (!run) return null;
  const { kind, actorId } = run;
  const beat = startHeartbeat(services, run);
  try {
    const listed = env.bucket ? (await openFiles(env)).list() : null;
    const wanted = { now, kind, signal: AbortSignal.any([signal, beat.lost]), listed };
    const made = await makeBackup(database, env.dataDir, wanted, beat.note);
    await beat.end('done', null, async (change) => {
      const { files, bytes } = made.summary;
      const line = { subjectId: made.name, before: null, after: { files, bytes } };
      await recordAction({ ...change, actorId }, { ...line, action: 'made a backup' });
    });
    await removeOldBackups(env.dataDir, made.name);
    return made;
  } catch (error) {
    const problem = problemOf(error);
    // At most one notice a day, because a failed backup is retried every hour.
    const isReported =
      value?.problem === problem && Date.parse(value.startedAt) >= latestNight(now).getTime();
    await beat.end('failed', problem, async (change) => {
      if (!isReported && !isStop(error)) await noticeFailedBackup(change, env, error, problem);
    });
    throw error;
  }
}

/**
 * Keeps the row of the current run up to date until it ends. Once another process has claimed a run, because this
 * one didn't report for too long, leaves the row alone and aborts `lost`.
 */
function startHeartbeat(services: Deps, started: BackupRun) {
  let run = started;
  let isEnded = false;
  let last: Promise<unknown> = Promise.resolve();
  const lost = new AbortController();
  const save = (also: (change: Change) => Promise<void> = async () => {}) =>
    makeChange(services, async (change) => {
      const { value } = await readSetting(change.tx, 'backupRun');
      if (value?.id !== run.id) {
        lost.abort(new Error('Another process has taken over the backup.'));
        return;
      }
      await writeSetting(change, 'backupRun', { ...run, seenAt: change.now.toISOString() });
      await also(change);
    });
  const timer = setInterval(() => {
    // The next beat makes up for a lost one.
    last = save().catch(() => {});
  }, beatMs);
  return {
    lost: lost.signal,
    note(progress: BackupProgress) {
      run = { ...run, ...progress };
    },
    async end(
      state: 'done' | 'failed',
      problem: string | null,
      also?: (change: Change) => Promise<void>,
    ) {
      if (isEnded) return;
      isEnded = true;
      clearInterval(timer);
      await last;
      run = { ...run, state, problem };
      await save(also);
    },
  };
}

function newRun(
  now: Date,
  state: BackupRun['state'],
  kind: BackupKind,
  actorId: string,
): BackupRun {
  const at = now.toISOString();
  const progress = { doneBytes: 0, totalBytes: 0 };
  const id = newId(now);
  return { id, state, kind, actorId, startedAt: at, seenAt: at, problem: null, ...progress };
}

/** A nightly backup is due if the last good one began before tonight's hour, or some time after a failed one. */
function isNightlyDue(run: BackupRun | null, now: Date): boolean {
  if (run === null) return true;
  if (run.state === 'done') return Date.parse(run.startedAt) < latestNight(now).getTime();
  return !isUnderWay(run, now) && now.getTime() - Date.parse(run.startedAt) >= againMs;
}

function latestNight(now: Date): Date {
  const night = new Date(now);
  night.setHours(nightHour, 0, 0, 0);
  if (night > now) night.setDate(night.getDate() - 1);
  return night;
}

/** Whether the shop was stopped, which is no fault of the backup. */
function isStop(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** The reason in words for the studio; the log has the rest. */
function problemOf(error: unknown): string {
  if (error instanceof DatabaseProblem) {
    return 'The database is damaged. The server’s log says how to restore it.';
  }
  const { code } = error as NodeJS.ErrnoException;
  if (isStop(error)) return 'The shop was stopped during the backup.';
  if (code === 'ENOSPC') return 'The disk is full.';
  return 'It couldn’t be written. The server’s log says why.';
}
