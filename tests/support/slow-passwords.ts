import type { Passwords } from '#server/platform/services/services.ts';

/** Passwords that are slow to compare: `meanwhile` runs once, after the next comparison and before its result. */
export function slowPasswords(passwords: Passwords, meanwhile: () => Promise<unknown>): Passwords {
  let isOver = false;
  return {
    ...passwords,
    async matches(password, stored) {
      const matches = await passwords.matches(password, stored);
      if (!isOver) {
        isOver = true;
        await meanwhile();
      }
      return matches;
    },
  };
}
