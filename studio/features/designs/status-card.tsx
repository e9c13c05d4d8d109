import { useState } from 'react';
import { productPath } from '#contract/shop/paths.ts';
import { designCalls } from '#contract/studio/design-calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { ApiError, messageOf } from '#contract/wire/api-error.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import { Instant } from '../../ui/instant.tsx';
import { DeleteDraft } from './delete-draft.tsx';
import styles from './design-cards.module.css';
import { PlannedPublication } from './planned-publication.tsx';
import { StatusSticker } from './status-sticker.tsx';
import type { DesignForm } from './use-design-form.ts';
import type { Planning } from './use-planned-publication.ts';

interface StatusCardProps {
  readonly design: Design;
  readonly form: DesignForm;
  readonly planning: Planning;
  readonly onMoved: (design: Design) => void;
  readonly onDeleted: () => void;
}

const done: Readonly<Record<Design['status'], string>> = {
  published: 'Published. The shop shows it within a minute.',
  retired: 'Retired. Existing buyers keep it.',
  draft: 'Back to draft. It’s no longer in the shop.',
};

/** A design's status, what it still needs, and the buttons to change the status. */
export function StatusCard({ design, form, planning, onMoved, onDeleted }: StatusCardProps) {
  const [isMoving, setMoving] = useState(false);
  const { status, publishedAt, missing } = design;
  const texts = Object.values(missing);

  async function move(to: Design['status']): Promise<void> {
    if (isMoving) return;
    setMoving(true);
    try {
      // Saves first: what gets published is what the page shows.
      const current = form.isDirty ? await form.save() : form;
      if (!current) return;
      const body = { version: current.version, status: to };
      const moved = await request(designCalls.moveDesign, { params: { id: design.id }, body });
      form.follow(moved);
      onMoved(moved);
      toast.success(done[to]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
    } finally {
      setMoving(false);
    }
  }

  const button = (to: Design['status'], label: string, variant?: 'paper' | 'quiet') => (
    <Button
      variant={variant}
      aria-disabled={isMoving}
      aria-busy={isMoving}
      onClick={() => void move(to)}
    >
      {label}
    </Button>
  );
  const publish = form.isDirty ? 'Save and publish' : 'Publish';

  // It is never in the shop, so nothing about that is missing either.
  if (missing.commission !== undefined) {
    return (
      <Card title="Custom design">
        <p>{missing.commission}</p>
      </Card>
    );
  }
  return (
    <Card title="In the shop">
      <p className="line-3">
        <StatusSticker status={status} />
        {publishedAt && (
          <span className="note">
            since <Instant at={publishedAt} />, sold {design.salesCount} times
          </span>
        )}
      </p>
      {status !== 'published' && texts.length > 0 && (
        <div>
          <p>Before it can be published:</p>
          <ul className={styles.missing}>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="line-3">
        {status === 'published' ? (
          <>
            {button('retired', 'Retire', 'paper')}
            {button('draft', 'Back to draft', 'quiet')}
            <a
              className={buttonClass({ variant: 'quiet' })}
              href={productPath(design.id)}
              target="_blank"
              rel="noopener"
            >
              View in the shop<span className="visually-hidden"> (opens a new tab)</span>
            </a>
          </>
        ) : (
          button('published', publish)
        )}
        {status === 'draft' && <DeleteDraft design={design} onDeleted={onDeleted} />}
      </div>
      {status === 'draft' && (
        <PlannedPublication publication={design.publication} planning={planning} />
      )}
    </Card>
  );
}
