import type { Passwords } from '#server/platform/services/services.ts';

/** Passwords without the cost of hashing, which record the work that would be done. */
export interface CountingPasswords extends Passwords {
  readonly work: ('hash' | 'matches')[];
}

export function countingPasswords(): CountingPasswords {
  const work: CountingPasswords['work'] = [];
  return {
    work,
    async hash(password) {
      work.push('hash');
      return `plain:${password}`;
    },
    async matches(password, stored) {
      work.push('matches');
      return stored === `plain:${password}`;
    },
  };
}
