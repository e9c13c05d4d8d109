import { useState } from 'react';
import { Navigate } from 'react-router';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { licenceSentence } from '#contract/shop/licence-rules.ts';
import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { licenceCalls, licenceLimits, type StoredText } from '#contract/studio/licences.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { AsBuyersSee } from './as-buyers-see.tsx';
import {
  licenceFormSchema,
  licenceParts,
  licenceShape,
  licenceWordsOf,
  wordsFrom,
} from './licence-form.ts';

interface LicenceEditorProps {
  /** The version it would replace. */
  readonly inForce: StoredText;
  readonly onPublished: (found: Texts) => void;
  /** Reloads what somebody else published. Returns null if that failed. */
  readonly reload: () => Promise<Texts | null>;
}

type Texts = StudioCallAnswer<'publishLicenceText'>;

/** Edits a new version, previews it as a buyer will see it, and publishes it after confirmation. */
export function LicenceEditor({ inForce, onPublished, reload }: LicenceEditorProps) {
  const { licenseType } = inForce;
  /** Answers the question that is open. */
  const [answer, setAnswer] = useState<((isSure: boolean) => void) | null>(null);
  const [isPublished, setPublished] = useState(false);
  const form = useSharedForm({
    schema: licenceFormSchema,
    saved: inForce,
    editedOf: licenceWordsOf,
    shape: licenceShape,
    words: licenceParts,
    async save(changed) {
      if (!(await ask())) return null;
      const found = await request(licenceCalls.publishLicenceText, {
        body: { licenseType, ...changed },
      });
      onPublished(found);
      return textIn(found);
    },
    onSaved: () => setPublished(true),
    async reload() {
      const found = await reload();
      return found && textIn(found);
    },
    success: 'Published. Applies to new purchases.',
  });
  const words = wordsFrom(form.values);
  const buyers = licenseTypeNames[licenseType].toLowerCase();

  function textIn({ texts }: Texts): StoredText {
    return texts.find((text) => text.licenseType === licenseType) ?? inForce;
  }

  async function ask(): Promise<boolean> {
    const isSure = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
    setAnswer(null);
    return isSure;
  }

  // Rendered instead of the editor, so that nothing blocks the navigation.
  if (isPublished) return <Navigate to="/licences" replace />;
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <Card
        title={licenseTypeNames[licenseType]}
        text={`Based on version ${inForce.version}. Regardless of this text, e-mails and other pages of the shop say: ${(['handmade', 'wholesale', 'fabric'] as const).map((kind) => licenceSentence(kind, words.items)).join(' ')}`}
      >
        <TextArea
          label="You may"
          hint={`One item per line, up to ${licenceLimits.lines} lines.`}
          required
          rows={8}
          {...form.field('allows')}
        />
        <TextArea
          label="Please don’t"
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
      {form.conflicts && <Conflicts {...form.conflicts} isPublished />}
      <div className="line-3">
        <Button {...form.button} disabled={form.button.disabled || !form.isDirty}>
          Publish…
        </Button>
      </div>
      {answer && (
        <Confirm
          title={`Publish this text for every ${buyers}?`}
          action="Publish"
          onConfirm={async () => answer(true)}
          onClose={() => answer(false)}
        >
          <p>
            Every design a {buyers} buys from now on comes with this text. Earlier purchases keep
            their version.
          </p>
          {words.items !== inForce.items && (
            <p>
              One licence then covers {words.items} items instead of {inForce.items}. That also goes
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
