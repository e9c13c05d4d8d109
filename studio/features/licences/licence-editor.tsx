import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { licenceSentence } from '#contract/shop/licence-rules.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { licenceLimits, licenceMessages, type StoredText } from '#contract/studio/licences.ts';
import { ApiError } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useForm } from '#ui/use-form.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { AsBuyersSee } from './as-buyers-see.tsx';
import { type LicenceField, licenceFormSchema, typedFrom, wordsFrom } from './licence-form.ts';
import { textPath } from './text-paths.tsx';

interface LicenceEditorProps {
  /** The version it would replace. */
  readonly inForce: StoredText;
  readonly onPublished: (found: StudioCallAnswer<'publishLicenceText'>) => void;
  /** Reloads what somebody else published. */
  readonly onOvertaken: () => Promise<void>;
}

/** Edits a new version, previews it as a buyer will see it, and publishes it after confirmation. */
export function LicenceEditor({ inForce, onPublished, onOvertaken }: LicenceEditorProps) {
  /** The version the writer has seen; publishing replaces only that one. */
  const [base, setBase] = useState(inForce);
  const [isAsking, setAsking] = useState(false);
  const [isPublished, setPublished] = useState(false);
  const form = useForm<LicenceField>({
    schema: licenceFormSchema,
    initial: typedFrom(inForce),
    send: async () => setAsking(true),
  });
  const words = wordsFrom(form.values);
  const isOvertaken = base.version !== inForce.version;
  const buyers = licenseTypeNames[inForce.licenseType].toLowerCase();

  async function publish(): Promise<void> {
    const { licenseType, version: replaces } = base;
    try {
      const body = { licenseType, replaces, ...words };
      onPublished(await request('publishLicenceText', { body }));
      toast.success('Published. Applies to new purchases.');
      setPublished(true);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'CHANGED_MEANWHILE') await onOvertaken();
      throw error;
    }
  }

  // Rendered instead of the editor, so that nothing blocks the navigation.
  if (isPublished) return <Navigate to="/licences" replace />;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <Card
        title={licenseTypeNames[inForce.licenseType]}
        text={`Based on version ${base.version}. Regardless of this text, e-mails and other pages of the shop say: ${(['handmade', 'wholesale', 'fabric'] as const).map((kind) => licenceSentence(kind, words.items)).join(' ')}`}
      >
        <TextArea
          label="You may"
          hint={`One item per line, up to ${licenceLimits.lines} lines.`}
          required
          rows={8}
          {...form.field('allows')}
        />
        <TextArea
          label="Please don't"
          hint={`One item per line, up to ${licenceLimits.lines} lines.`}
          required
          rows={6}
          {...form.field('forbids')}
        />
        <TextField
          label="Items covered by one licence"
          hint="The same for both licences. Another number also publishes the other licence’s text and the terms with it."
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.field('items')}
        />
        <TextArea
          label="How many items it covers"
          hint="Write {items} for the number."
          required
          rows={5}
          {...form.field('goods')}
        />
      </Card>
      <AsBuyersSee text={words} />
      {isOvertaken && (
        <p className={styles.notice} role="alert">
          {licenceMessages.changed}
          <Link to={textPath(inForce)} target="_blank">
            Show version {inForce.version}
          </Link>
          <Button variant="paper" onClick={() => setBase(inForce)}>
            Keep mine
          </Button>
        </p>
      )}
      <div className={styles.actions}>
        <Button {...form.button} disabled={form.button.disabled || !form.isDirty || isOvertaken}>
          Publish…
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={`Publish this text for every ${buyers}?`}
          action="Publish"
          onConfirm={publish}
          onClose={() => setAsking(false)}
        >
          <p>
            Every design a {buyers} buys from now on comes with this text. Earlier purchases keep
            their version.
          </p>
          {words.items !== base.items && (
            <p>
              One licence then covers {words.items} items instead of {base.items}. That also goes
              for the other licence. Terms that name the number become a new version, which buyers
              accept at their next checkout.
            </p>
          )}
          <p>A published version can’t be changed or withdrawn, only replaced by a newer one.</p>
        </Confirm>
      )}
      <LeaveGuard isDirty={form.isDirty} />
    </form>
  );
}
