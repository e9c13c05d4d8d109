import { useState } from 'react';
import { Navigate } from 'react-router';
import { bulkChangeCalls } from '#contract/studio/bulk-changes.ts';
import { messageOf } from '#contract/wire/api-error.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.ts';
import { request } from '../../../api/studio-client.ts';
import { planMs } from './bulk-modal.tsx';

/** Leads to the preview of publishing every draft that lacks nothing. */
export function PublishComplete() {
  const [isBusy, setBusy] = useState(false);
  const [planned, setPlanned] = useState<string | null>(null);

  async function plan(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const body = {
      selection: { of: 'filter', status: 'draft', missing: 'nothing' },
      action: { kind: 'status', status: 'published' },
    } as const;
    try {
      setPlanned((await request(bulkChangeCalls.planBulkChange, { body, timeoutMs: planMs }))._id);
    } catch (error) {
      toast.error(messageOf(error, 'The shop can’t be reached. Nothing was changed.'));
      setBusy(false);
    }
  }

  if (planned) return <Navigate to={`/designs/changes/${planned}`} />;
  return (
    <Button variant="paper" aria-disabled={isBusy} aria-busy={isBusy} onClick={() => void plan()}>
      Publish all complete drafts
    </Button>
  );
}
