import { logFailure } from '#api/log-failure.ts';
import { messages } from '#contract/messages/messages.ts';
import { dayInWords } from '#contract/shop/day-in-words.ts';
import type { Order } from '#contract/shop/order.ts';
import { earlierPaperPath, paperPath, paperSizeFor } from '#contract/shop/paper.ts';
import { dayIn } from '#contract/wire/day-in.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { DownloadStatus } from './download-status.tsx';
import { buttonText } from './download-words.ts';
import { downloads } from './page-downloads.ts';
import { useDownload } from './use-download.ts';

/** The receipt of an order and the credit notes of its refunds. One that was opened opens without a signal too. */
export function OrderPapers({ order }: { readonly order: Order }) {
  const { receiptNumber, creditNotes = [] } = order;
  if (receiptNumber === undefined && creditNotes.length === 0) return null;
  return (
    <ul className="stack-2">
      {receiptNumber !== undefined && (
        <OrderPaper
          order={order}
          kind="Receipt"
          number={receiptNumber}
          version={order.receipt?.version}
        />
      )}
      {receiptNumber !== undefined &&
        order.receipt?.earlier?.map(({ version, createdAt }) => (
          <OrderPaper
            key={version}
            order={order}
            kind="Receipt"
            number={receiptNumber}
            earlier={{ version, day: dayInWords(dayIn(undefined, createdAt)) }}
          />
        ))}
      {creditNotes.map(({ number }) => (
        <OrderPaper key={number} order={order} kind="Credit note" number={number} />
      ))}
    </ul>
  );
}

interface OrderPaperProps {
  readonly order: Order;
  readonly kind: 'Receipt' | 'Credit note';
  readonly number: string;
  readonly version?: number | undefined;
  /** Of a receipt that was changed since. */
  readonly earlier?: { readonly version: number; readonly day: string };
}

function OrderPaper({ order, kind, number, version, earlier }: OrderPaperProps) {
  const size = paperSizeFor(navigator.language);
  const link = earlier
    ? earlierPaperPath(order._id, number, size, earlier.version)
    : paperPath(order._id, number, size, version);
  const what = earlier ? `Receipt version ${earlier.version} of ${earlier.day}` : kind;
  const file = { link, name: `${kind} ${number}${earlier ? ` v${earlier.version}` : ''}.pdf` };
  const view = useDownload(link);
  const isBusy = view.phase === 'running';
  const text = buttonText(view, `${what} (PDF)`);

  async function open(): Promise<void> {
    if (isBusy) return;
    try {
      // Stored, so that it opens without a signal from now on.
      await downloads.download(file, { toStore: true });
    } catch (error) {
      logFailure('A download failed', error);
      alert(messages.orders.downloadFailed);
    }
  }

  return (
    <li>
      <Button
        variant="quiet"
        aria-label={`${text}: ${number}`}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        onClick={() => void open()}
      >
        <Icon name="download" size={20} />
        {text}
      </Button>
      <DownloadStatus link={link} fileName={file.name} orderNumber={order.orderNumber} />
    </li>
  );
}
