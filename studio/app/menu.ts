import { isAllowed, type StaffRole } from '#contract/studio/call.ts';
import { screens } from './screens.ts';
import type { Waiting } from './use-waiting.ts';

/** The screens in the menu of somebody with this role. */
export function menuFor(role: StaffRole) {
  return screens.flatMap(({ path, menu, access = 'studio' }) =>
    menu && isAllowed(access, role) ? [{ path, ...menu }] : [],
  );
}

/** How many tasks are open for somebody with this role: the sum of the counts in their menu. */
export function openTasks(role: StaffRole, waiting: Waiting): number {
  return menuFor(role).reduce(
    (sum, entry) => sum + (entry.waiting ? waiting[entry.waiting] : 0),
    0,
  );
}
