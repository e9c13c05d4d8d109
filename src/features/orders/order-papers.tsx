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
  const { _id, receiptNumber, receipt, creditNotes = [] } = order;
  if (receiptNumber === undefined && creditNotes.length === 0) return null;
  const size = paperSizeFor(navigator.language);
  const { orderNumber } = order;
  return (
    <ul className="stack-2">
      {receiptNumber !== undefined && (
        <OrderPaper
          {...{ orderNumber, number: receiptNumber, title: 'Receipt' }}
          link={paperPath(_id, receiptNumber, size, receipt?.version)}
          fileName={`Receipt ${receiptNumber}.pdf`}
        />
      )}
      {receiptNumber !== undefined &&
        receipt?.earlier?.map(({ version, createdAt }) => (
          <OrderPaper
            key={version}
            {...{ orderNumber, number: receiptNumber }}
            title={`Receipt version ${version} of ${dayInWords(dayIn(undefined, createdAt))}`}
            link={earlierPaperPath(_id, receiptNumber, size, version)}
            fileName={`Receipt ${receiptNumber} v${version}.pdf`}
          />
        ))}
      {creditNotes.map(({ number }) => (
        <OrderPaper
          key={number}
          {...{ orderNumber, number, title: 'Credit note' }}
          link={paperPath(_id, number, size)}
          fileName={`Credit note ${number}.pdf`}
        />
      ))}
    </ul>
  );
}

interface OrderPaperProps {
  readonly orderNumber: string;
  readonly number: string;
  readonly title: string;
  readonly link: string;
  readonly fileName: string;
}

function OrderPaper({ orderNumber, number, title, link, fileName }: OrderPaperProps) {
  const view = useDownload(link);
  const isBusy = view.phase === 'running';
  const text = buttonText(view, `${title} (PDF)`);

  async function open(): Promise<void> {
    if (isBusy) return;
    try {
      // Stored, so that it opens without a signal from now on.
      await downloads.download({ link, name: fileName }, { toStore: true });
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
      <DownloadStatus link={link} fileName={fileName} orderNumber={orderNumber} />
    </li>
  );
}
