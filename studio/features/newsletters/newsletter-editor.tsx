import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CollectionDesign } from '#contract/studio/collections.ts';
import {
  editedNewsletter,
  type Newsletter,
  newsletterCalls,
  newsletterLimits,
} from '#contract/studio/newsletters.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import parts from '../../ui/parts.module.css';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { CollectionDesigns } from '../collections/collection-designs.tsx';
import { joinIds, splitIds } from '../collections/collection-form.ts';
import {
  type NewsletterField,
  newsletterFormSchema,
  newsletterShape,
  newsletterWords,
} from './newsletter-form.ts';
import { NewsletterPreview } from './newsletter-preview.tsx';
import { readersText } from './newsletter-words.ts';
import { SendCard } from './send-card.tsx';

const unreachable = 'The shop can’t be reached. Nothing was changed.';

export interface NewsletterProps {
  readonly newsletter: Newsletter;
  readonly audiences: readonly { readonly value: string; readonly label: string }[];
  readonly onChanged: (newsletter: Newsletter) => void;
  readonly reload: () => Promise<Newsletter | null>;
}

/** The editor of a draft, with its preview, and what sends it. */
export function NewsletterEditor({ newsletter, audiences, onChanged, reload }: NewsletterProps) {
  const { id } = newsletter;
  /** Every design that was chosen at some time, by id: the form only has the ids. */
  const [known, setKnown] = useState<ReadonlyMap<string, CollectionDesign>>(new Map());
  learn(newsletter.designs);
  const form = useSharedForm<NewsletterField, Newsletter, ReturnType<typeof editedNewsletter>>({
    schema: newsletterFormSchema,
    saved: newsletter,
    editedOf: editedNewsletter,
    shape: newsletterShape,
    words: newsletterWords(
      (design) => known.get(design)?.title ?? '…',
      (audience) => audiences.find(({ value }) => value === audience)?.label ?? audience,
    ),
    save: (body) => request(newsletterCalls.saveNewsletter, { params: { id }, body }),
    onSaved: onChanged,
    reload,
    success: 'Saved.',
  });
  const { subject, text, couponCode, audience } = form.values;
  const designs = splitIds(form.values.designIds).flatMap((design) => known.get(design) ?? []);
  const chosen = form.field('designIds');
  const [newest, setNewest] = useState<readonly CollectionDesign[] | null>(null);
  const [isFilling, fill] = useBusy(unreachable);
  const [isTesting, test] = useBusy('The shop can’t be reached. Nothing was sent.');
  const { answer: reach } = useAnswer(newsletterCalls.newsletterReaders, { query: { audience } });

  function learn(some: readonly CollectionDesign[]): void {
    const fresh = some.filter((design) => known.get(design.id) !== design);
    if (fresh.length > 0) {
      setKnown(new Map([...known, ...fresh.map((each) => [each.id, each] as const)]));
    }
  }

  function choose(next: readonly CollectionDesign[]): void {
    learn(next);
    chosen.onChange(joinIds(next.map((design) => design.id)));
  }

  // To the list as it is once they have come.
  const add = useEffectEvent((some: readonly CollectionDesign[]) => {
    const others = some.filter((each) => !designs.some((design) => design.id === each.id));
    choose([...designs, ...others].slice(0, newsletterLimits.designs));
  });
  useEffect(() => {
    if (newest) add(newest);
  }, [newest]);

  const askNewest = () =>
    fill(async () => {
      const found = (await request(newsletterCalls.newDesigns)).designs;
      if (found.length === 0) toast.blank('No design was published in the last 31 days.');
      setNewest(found);
    });

  const sendTest = () =>
    test(async () => {
      const designIds = designs.map((design) => design.id);
      const body = { subject, text, designIds, couponCode };
      toast.success((await request(newsletterCalls.testNewsletter, { body })).message);
    });

  return (
    <div className={parts.parts}>
      <div className={parts.halves}>
        <form className={parts.parts} onSubmit={form.submit} noValidate>
          <LeaveGuard isDirty={form.isDirty} />
          <Card title="Newsletter">
            <TextField
              label="Subject"
              required
              autoComplete="off"
              maxLength={newsletterLimits.subject}
              {...form.field('subject')}
            />
            <TextArea
              label="Text"
              hint="Each line becomes a paragraph."
              rows={10}
              maxLength={newsletterLimits.text}
              {...form.field('text')}
            />
            <TextField
              label="Coupon code"
              hint="Its button applies it in the shop. Empty: the button opens the shop."
              autoComplete="off"
              spellCheck={false}
              {...form.field('couponCode')}
            />
            <Select
              label="Who gets it"
              hint={reach ? `Reaches ${readersText(reach.readers)} now.` : undefined}
              options={audiences}
              {...form.field('audience')}
            />
          </Card>
          <Card
            title="Designs"
            text={`Up to ${newsletterLimits.designs}, each with its picture and a link.`}
          >
            {chosen.error && <p role="alert">{chosen.error}</p>}
            <div>
              <Button variant="paper" aria-busy={isFilling} onClick={() => void askNewest()}>
                Add the new designs of the month
              </Button>
            </div>
            <CollectionDesigns
              label="Designs of the newsletter"
              designs={designs}
              onChange={choose}
            />
          </Card>
          {form.conflicts && <Conflicts {...form.conflicts} />}
          <div className="line-3">
            <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
            <Button variant="paper" aria-busy={isTesting} onClick={() => void sendTest()}>
              Send me a test
            </Button>
            <DeleteNewsletter newsletter={newsletter} />
          </div>
        </form>
        <NewsletterPreview {...{ subject, text, designs, couponCode }} />
      </div>
      <SendCard
        newsletter={newsletter}
        readers={reach?.readers ?? null}
        isDirty={form.isDirty}
        onChanged={onChanged}
        reload={reload}
      />
    </div>
  );
}

function DeleteNewsletter({ newsletter: { id, subject } }: { readonly newsletter: Newsletter }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${subject}?`}
      action="Delete newsletter"
      onConfirm={async () => {
        toast.success(
          (await request(newsletterCalls.deleteNewsletter, { params: { id } })).message,
        );
        navigate('/news');
      }}
    >
      <p>Nobody has got it. This can’t be undone.</p>
    </ConfirmButton>
  );
}
