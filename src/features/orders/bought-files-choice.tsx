import { useEffect, useState, useSyncExternalStore } from 'react';
import { counted } from '#contract/wire/counted.ts';
import { device } from '#offline/open-device.ts';
import { Button } from '#ui/button.tsx';
import { ChoiceActions, ChoiceNote, ChoicePart, type ChoicePartProps } from '#ui/choice-part.tsx';
import { formatBytes } from '#ui/format-bytes.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { Switch } from '#ui/switch.tsx';
import { toast } from '#ui/toast.ts';
import type { BoughtFileStorageView } from './bought-file-storage.ts';
import {
  boughtFileStorage,
  chooseStoring,
  currentLine,
  isStoringChosen,
} from './page-bought-file-storage.ts';
import { useFileLimit } from './use-file-limit.ts';

/** How much of the files is stored here, and how much space all of them need. */
function amountText({ files, stored, bytes, storedBytes }: BoughtFileStorageView): string {
  if (files === 0) return 'There are no files to store yet.';
  const found = `${stored} of ${counted(files, 'file')} stored`;
  const amount = `${formatBytes(storedBytes)} of ${formatBytes(bytes)}`;
  return `${found}, ${stored === files ? formatBytes(bytes) : amount}.`;
}

function statusText({ phase, current }: BoughtFileStorageView): string {
  if (phase === 'elsewhere') return 'Another tab is storing them.';
  return current === null ? '' : `Storing ${current}.`;
}

/** What keeps files from being stored automatically here; null: nothing. */
function lineText(isOn: boolean): string | null {
  const line = currentLine();
  if (line === 'unknown') {
    return 'On Wi-Fi? Press Store now.';
  }
  return isOn && line === 'other'
    ? 'You’re not on Wi-Fi. Files will be stored when you are.'
    : null;
}

/** The setting to store bought files on this device automatically, with its progress. */
export function BoughtFilesChoice({ level }: Pick<ChoicePartProps, 'level'>) {
  const [isOn, setOn] = useState(false);
  const view = useSyncExternalStore(boughtFileStorage.watch, boughtFileStorage.view);
  const maxBytes = useFileLimit();
  useEffect(() => {
    isStoringChosen().then(setOn, () => {});
    // Counts again whenever a list of orders is saved.
    return device().watchCopy('orders', () => void boughtFileStorage.look());
  }, []);
  if (maxBytes === 0) {
    return (
      <ChoicePart title="Bought files" level={level}>
        <ChoiceNote>
          This browser can’t store files for use offline. Download them from My orders instead, or
          use another browser.
        </ChoiceNote>
      </ChoicePart>
    );
  }
  const { phase, files, stored, bytes, storedBytes, problem } = view;
  const isBusy = phase !== 'idle';
  const note = lineText(isOn);

  function choose(isWanted: boolean): void {
    setOn(isWanted);
    chooseStoring(isWanted).catch(() => {
      setOn(!isWanted);
      toast.error('Your choice couldn’t be saved in this browser.');
    });
  }

  return (
    <ChoicePart title="Bought files" level={level}>
      <Switch isOn={isOn} onChange={choose}>
        Store files I buy on this device when on Wi-Fi
      </Switch>
      {note && <ChoiceNote>{note}</ChoiceNote>}
      {Number.isFinite(maxBytes) && (
        <ChoiceNote>This browser can store files of up to {formatBytes(maxBytes)} each.</ChoiceNote>
      )}
      {isBusy && (
        <ProgressBar
          label="Bought files stored"
          value={storedBytes}
          max={Math.max(bytes, 1)}
          text={amountText(view)}
        />
      )}
      <ChoiceNote>{amountText(view)}</ChoiceNote>
      <ChoiceNote isStatus isProblem={problem !== ''}>
        {problem || statusText(view)}
      </ChoiceNote>
      <ChoiceActions>
        {isBusy ? (
          <Button variant="paper" onClick={() => void boughtFileStorage.stop()}>
            Stop
          </Button>
        ) : (
          stored < files && (
            <Button variant="paper" onClick={() => void boughtFileStorage.run(true)}>
              Store now
            </Button>
          )
        )}
      </ChoiceActions>
    </ChoicePart>
  );
}
