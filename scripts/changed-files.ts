import { execFileSync } from 'node:child_process';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' });

/** The commit since which everything here is new to others: the last one pushed, or without a remote the last one. */
export function lastShared(): string {
  try {
    return git('merge-base', 'HEAD', '@{upstream}').trim();
  } catch {
    return 'HEAD';
  }
}

/** Files that were added or changed since a commit, committed or not. */
export function changedFiles(since: string): string[] {
  const names = [
    git('diff', '--name-only', '--diff-filter=d', since),
    git('ls-files', '--others', '--exclude-standard'),
  ];
  return names.flatMap((each) => each.split('\n')).filter((name) => name !== '');
}
