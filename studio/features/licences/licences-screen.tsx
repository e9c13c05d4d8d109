import { Link } from 'react-router';
import { licenseTypeNames, licenseTypes } from '#contract/shop/account.ts';
import { licenceCalls, licenceMessages, type StoredText } from '#contract/studio/licences.ts';
import { LinkButton } from '#ui/button.tsx';
import { useMayCall } from '../../api/studio-session.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Card } from '../../ui/card.tsx';
import form from '../../ui/form.module.css';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { PersonName } from '../../ui/person-name.tsx';
import { Table } from '../../ui/table.tsx';
import { CardKeys } from './card-keys.tsx';
import { newTextPath, TextBadge, textPath } from './text-paths.tsx';

/** All versions of all licences. */
export default function LicencesScreen() {
  const found = useAnswer(licenceCalls.allLicenceTexts);
  const mayPublish = useMayCall(licenceCalls.publishLicenceText);
  return (
    <Page
      title="Licence texts"
      text="What buyers may do with a design, by the kind of shop they run. Purchases keep the version they were made under."
    >
      <Answered of={found}>
        {({ texts }) => (
          <div className={parts.parts}>
            {!mayPublish && <p className={form.notice}>{licenceMessages.ofOwners}</p>}
            {licenseTypes.map((type) => (
              <Licence
                key={type}
                texts={texts.filter(({ licenseType }) => licenseType === type)}
                mayPublish={mayPublish}
              />
            ))}
            <CardKeys />
          </div>
        )}
      </Answered>
    </Page>
  );
}

interface LicenceProps {
  readonly texts: readonly StoredText[];
  readonly mayPublish: boolean;
}

/** The versions of one licence, newest first. */
function Licence({ texts, mayPublish }: LicenceProps) {
  const [inForce] = texts;
  if (!inForce) return null;
  const name = licenseTypeNames[inForce.licenseType];
  return (
    <Card title={name}>
      <Table label={`Versions for ${name}`} columns={['Version', 'Status', 'Published', 'By']}>
        {texts.map((text) => (
          <tr key={text.version}>
            <td data-label="Version">
              <Link to={textPath(text)}>{text.version}</Link>
            </td>
            <td data-label="Status">
              <TextBadge isInForce={text === inForce} />
            </td>
            <td data-label="Published">
              {text.published ? <Instant at={text.published.at} /> : 'Original'}
            </td>
            <td data-label="By" data-free>
              <PersonName name={text.published?.actor ?? '—'} />
            </td>
          </tr>
        ))}
      </Table>
      {mayPublish && (
        <div>
          <LinkButton variant="paper" to={newTextPath(inForce.licenseType)}>
            Write a new version<span className="visually-hidden"> for {name}</span>
          </LinkButton>
        </div>
      )}
    </Card>
  );
}
