import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { collectionPath } from '#contract/shop/paths.ts';
import {
  type CollectionDesign,
  collectionCalls,
  collectionLimits,
  collectionMessages,
  type DeletedCollection,
  editedCollection,
  type StudioCollection,
} from '#contract/studio/collections.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { formatUsd } from '#contract/wire/money.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Conflicts } from '../../ui/conflicts.tsx';
import styles from '../../ui/form.module.css';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { useSharedForm } from '../../ui/use-shared-form.ts';
import { CollectionDesigns } from './collection-designs.tsx';
import {
  collectionFormSchema,
  collectionShape,
  collectionWords,
  joinIds,
  splitIds,
} from './collection-form.ts';

/** The editor of one collection. */
export default function CollectionScreen() {
  const { id = '' } = useParams();
  const collection = useAnswer(collectionCalls.collection, { params: { id } });
  const saved = collection.answer;
  return (
    <Page
      title={saved?.name ?? 'Collection'}
      back={{ to: '/collections', label: 'All collections' }}
      actions={
        saved?.isPublished && (
          <a
            className={buttonClass({ variant: 'paper' })}
            href={collectionPath(saved.slug)}
            target="_blank"
            rel="noreferrer"
          >
            View in the shop<span className="visually-hidden"> (opens a new tab)</span>
          </a>
        )
      }
    >
      <Answered of={collection}>
        {(answer) => (
          <Editor
            key={answer.id}
            collection={answer}
            onSaved={collection.set}
            reload={collection.fetchLatest}
          />
        )}
      </Answered>
    </Page>
  );
}

interface EditorProps {
  readonly collection: StudioCollection;
  readonly onSaved: (collection: StudioCollection) => void;
  /** Reloads what somebody else saved. */
  readonly reload: () => Promise<StudioCollection | null>;
}

function Editor({ collection, onSaved, reload }: EditorProps) {
  /** Designs that were added here or saved by anyone while this is open. */
  const [known, setKnown] = useState<ReadonlyMap<string, CollectionDesign>>(new Map());
  learn(collection.designs);
  const form = useSharedForm({
    schema: collectionFormSchema,
    saved: collection,
    editedOf: editedCollection,
    shape: collectionShape,
    words: collectionWords((id) => known.get(id)?.title ?? '…'),
    save: (body) =>
      request(collectionCalls.saveCollection, { params: { id: collection.id }, body }),
    onSaved,
    reload,
    success: 'Saved. The shop shows it within a minute.',
  });
  const designs = splitIds(form.values.designIds).flatMap((id) => known.get(id) ?? []);
  const singles = designs.reduce((sum, { price }) => sum + price, 0);
  const membership = form.field('designIds');
  const published = form.field('isPublished');

  function learn(designs: readonly CollectionDesign[]): void {
    const fresh = designs.filter((design) => known.get(design.id) !== design);
    if (fresh.length > 0)
      setKnown(new Map([...known, ...fresh.map((each) => [each.id, each] as const)]));
  }

  return (
    <form className={parts.parts} onSubmit={form.submit} noValidate>
      <LeaveGuard isDirty={form.isDirty} />
      <div className={parts.halves}>
        <Card title="In the shop">
          <TextField
            label="Name"
            required
            autoComplete="off"
            maxLength={collectionLimits.name}
            {...form.field('name')}
          />
          <TextField
            label="Address"
            hint={`Its page is ${collectionPath(form.values.slug)}. Earlier links to it keep working.`}
            required
            autoComplete="off"
            spellCheck={false}
            maxLength={collectionLimits.slug}
            {...form.field('slug')}
          />
          <TextArea
            label="Description"
            maxLength={collectionLimits.description}
            {...form.field('description')}
          />
          <TextField
            label="Price for all designs"
            hint={`Bought separately they cost ${formatUsd(singles)}. Leave empty to charge that.`}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('price')}
          />
          <Switch
            isOn={published.value !== ''}
            onChange={(isOn) => published.onChange(isOn ? 'yes' : '')}
          >
            Show it in the shop
          </Switch>
        </Card>
        <Card title="Designs" text="Buyers see those that are in the shop, in this order.">
          {form.values.isPublished !== '' && designs.length === 0 && (
            <p role="alert" className={styles.notice}>
              {collectionMessages.noDesigns}
            </p>
          )}
          {membership.error && (
            <p role="alert" className={styles.notice}>
              {membership.error}
            </p>
          )}
          <CollectionDesigns
            label="Designs of the collection"
            designs={designs}
            cover={{ id: form.values.coverId, onChoose: form.field('coverId').onChange }}
            onChange={(next) => {
              learn(next);
              membership.onChange(joinIds(next.map(({ id }) => id)));
            }}
          />
        </Card>
      </div>
      {form.conflicts && <Conflicts {...form.conflicts} />}
      <div className="line-3">
        <Button {...form.button}>{form.isSending ? 'Saving…' : 'Save'}</Button>
        <DeleteCollection collection={collection} />
      </div>
    </form>
  );
}

function DeleteCollection({ collection }: { readonly collection: StudioCollection }) {
  const navigate = useNavigate();
  const { id, name } = collection;

  async function restore(deleted: DeletedCollection): Promise<void> {
    try {
      await request(collectionCalls.restoreCollection, { params: { id }, body: deleted });
      toast.success(`${name} restored.`);
      navigate(`/collections/${id}`);
    } catch (problem) {
      toast.error(messageOf(problem, 'The shop can’t be reached. Nothing was restored.'));
    }
  }

  return (
    <ConfirmButton
      label="Delete"
      title={`Delete ${name}?`}
      action="Delete collection"
      onConfirm={async () => {
        const { deleted } = await request(collectionCalls.deleteCollection, { params: { id } });
        toast.success(`${name} deleted.`, {
          action: { label: 'Undo', onPress: () => void restore(deleted) },
        });
        navigate('/collections');
      }}
    >
      <p>Its designs stay in the shop.</p>
    </ConfirmButton>
  );
}
