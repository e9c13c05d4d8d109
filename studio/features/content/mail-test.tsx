import { useState } from 'react';
import type { StudioCallInput } from '#contract/studio/calls.ts';
import { contentCalls } from '#contract/studio/content-calls.ts';
import type { MailName, MailText } from '#contract/studio/mails.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.ts';
import { useBusy } from '#ui/use-busy.ts';
import { request } from '../../api/studio-client.ts';
import { Card } from '../../ui/card.tsx';
import type { Draft } from './content-fields.ts';
import { mailLabels } from './mail-fields.ts';

type Body = StudioCallInput<'testMailText'>['body'];

const options = Object.entries(mailLabels).map(([value, label]) => ({ value, label }));

/** Sends the writer one of the mails as it is in the form, published or not. */
export function MailTest({ draft }: { readonly draft: Draft }) {
  const [mail, setMail] = useState<MailName>('receipt');
  const [isSending, begin] = useBusy('The shop can’t be reached. Nothing was sent.');

  const send = () =>
    begin(async () => {
      const body = { mail, ...(draft[mail] as MailText) } as Body;
      toast.success((await request(contentCalls.testMailText, { body })).message);
    });

  return (
    <Card
      title="Try it"
      text="Sends you one of these e-mails as it is in the form, with example data."
    >
      <Select
        label="E-mail"
        name="mail"
        options={options}
        value={mail}
        onChange={(value) => setMail(value as MailName)}
      />
      <div>
        <Button variant="paper" aria-busy={isSending} onClick={() => void send()}>
          Send me a test
        </Button>
      </div>
    </Card>
  );
}
