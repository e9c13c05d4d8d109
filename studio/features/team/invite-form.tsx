import * as v from 'valibot';
import { proofSchema } from '#contract/studio/own-account.ts';
import { inviteMemberSchema, type Team, teamCalls } from '#contract/studio/team.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import styles from '../../ui/form.module.css';
import { FormModal } from '../../ui/form-modal.tsx';
import { ProofFields } from '../../ui/proof-fields.tsx';
import type { Invited } from './invitation-link.tsx';
import { roleOptions } from './team-words.tsx';

interface InviteFormProps {
  readonly onInvited: (team: Team, invited: Invited) => void;
  readonly onClose: () => void;
}

const { role: _, ...person } = inviteMemberSchema.entries;
const schema = v.variant('role', [
  v.object({ ...person, role: v.literal('editor') }),
  v.object({ ...person, role: v.literal('owner'), ...proofSchema.entries }),
]);

/** Invites somebody by e-mail with a role; an owner only with one's password and a code. */
export function InviteForm({ onInvited, onClose }: InviteFormProps) {
  const form = useForm({
    schema,
    initial: { name: '', email: '', role: 'editor', password: '', code: '' },
    failed: 'No response. Check the list before trying again.',
    async send({ name, email, role, ...proof }) {
      const body =
        role === 'owner'
          ? ({ name, email, role, proof } as const)
          : ({ name, email, role: 'editor' } as const);
      const { link, ...team } = await request(teamCalls.inviteMember, { body });
      onInvited(team, { email, link });
    },
  });
  return (
    <FormModal title="Invite somebody" isDirty={form.isDirty} onClose={onClose}>
      <form className={styles.form} onSubmit={form.submit} noValidate>
        <TextField label="Name" autoComplete="off" {...form.field('name')} />
        <TextField
          label="E-mail"
          type="email"
          required
          autoComplete="off"
          autoCapitalize="none"
          {...form.field('email')}
        />
        <Select
          label="Role"
          hint={
            form.values.role === 'owner'
              ? 'Owners may do everything.'
              : 'Editors can’t refund, change settings, publish terms or licence texts, export, back up or manage the team.'
          }
          options={roleOptions}
          {...form.field('role')}
        />
        {form.values.role === 'owner' && (
          <>
            <p>Please prove that it’s you. The other owners get an e-mail.</p>
            <ProofFields field={form.field} />
          </>
        )}
        <div className="line-3">
          <Button {...form.button}>{form.isSending ? 'Inviting…' : 'Send invitation'}</Button>
        </div>
      </form>
    </FormModal>
  );
}
