import type { StaffRole } from '#contract/studio/call.ts';
import type { TeamMember } from '#contract/studio/team.ts';
import { Badge } from '../../ui/badge.tsx';

export const roleOptions: readonly { readonly value: StaffRole; readonly label: string }[] = [
  { value: 'editor', label: 'Editor' },
  { value: 'owner', label: 'Owner' },
];

/** What to call somebody: their name, or else their e-mail. */
export function memberName({ name, email }: Pick<TeamMember, 'name' | 'email'>): string {
  return name || email;
}

const states = {
  active: ['good', 'Active'],
  waiting: ['wait', 'Invited'],
  expired: ['bad', 'Invitation expired'],
} as const;

export function MemberBadge({ state }: Pick<TeamMember, 'state'>) {
  const [tone, words] = states[state];
  return <Badge tone={tone}>{words}</Badge>;
}
