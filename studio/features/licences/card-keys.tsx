import type { StudioCallAnswer } from '#contract/studio/calls.ts';
import { licenceCalls } from '#contract/studio/licences.ts';
import { toast } from '#ui/toast.ts';
import { request } from '../../api/studio-client.ts';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import form from '../../ui/form.module.css';
import { Instant } from '../../ui/instant.tsx';
import { Table } from '../../ui/table.tsx';

type Keys = StudioCallAnswer<'cardKeys'>;

/** The keys that sign licence cards; owners can replace the one in use. */
export function CardKeys() {
  const found = useAnswer(licenceCalls.cardKeys);
  return (
    <Card
      title="The seal on your licence cards"
      text="Each bought design has a card with a QR code, sealed by the shop, that anyone can check. Change the seal only if somebody else may have its key."
    >
      <Answered of={found}>
        {({ keys }) =>
          keys.length === 0 ? (
            <p>The shop makes its first key when it starts.</p>
          ) : (
            <KeyTable keys={keys} onChanged={found.set} onStale={found.reload} />
          )
        }
      </Answered>
    </Card>
  );
}

interface KeyTableProps extends Keys {
  readonly onChanged: (keys: Keys) => void;
  readonly onStale: () => Promise<void>;
}

function KeyTable({ keys, onChanged, onStale }: KeyTableProps) {
  const mayChange = useMayCall(licenceCalls.changeCardKey);
  const inUse = keys.find(({ retiredAt }) => retiredAt === null);

  async function change(replaces: string): Promise<void> {
    try {
      onChanged(await request(licenceCalls.changeCardKey, { body: { replaces } }));
    } catch (problem) {
      await onStale();
      throw problem;
    }
    toast.success('New licence cards are signed with the new key.');
  }

  return (
    <>
      <Table label="Keys of licence cards" columns={['Key', 'Status', 'Made', 'Replaced']}>
        {keys.map(({ id, createdAt, retiredAt }) => (
          <tr key={id}>
            <td data-label="Key">{id}</td>
            <td data-label="Status">
              {retiredAt === null ? (
                <Badge tone="good">Signs new cards</Badge>
              ) : (
                <Badge tone="plain">Its cards stay valid</Badge>
              )}
            </td>
            <td data-label="Made">
              <Instant at={createdAt} />
            </td>
            <td data-label="Replaced">{retiredAt === null ? '—' : <Instant at={retiredAt} />}</td>
          </tr>
        ))}
      </Table>
      {!mayChange && (
        <p className={form.notice}>
          Only owners can change the key, because buyers’ proofs depend on it.
        </p>
      )}
      {mayChange && inUse && (
        <div className="line-3">
          <ConfirmButton
            label="Use a new key…"
            variant="paper"
            title="Sign licence cards with a new key?"
            action="Use a new key"
            onConfirm={() => change(inUse.id)}
          >
            <p>
              Do this if a backup was lost or stolen, or if somebody who had access to backups has
              left. Anyone who has the private key can forge cards.
            </p>
            <ul>
              <li>Cards signed with the earlier key stay valid, including forged ones.</li>
              <li>The old private key is permanently deleted.</li>
              <li>A device learns of the new key the next time it is online.</li>
              <li>Earlier backups don’t contain the new key, so back up now.</li>
            </ul>
          </ConfirmButton>
        </div>
      )}
    </>
  );
}
