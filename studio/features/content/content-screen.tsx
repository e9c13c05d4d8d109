import { Link } from 'react-router';
import { contentCalls } from '#contract/studio/content-calls.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { Table } from '../../ui/table.tsx';
import { sections } from './sections.tsx';

/** The sections of the shop's texts, and who last changed each. */
export default function ContentScreen() {
  const found = useAnswer(contentCalls.contentSections);
  return (
    <Page
      title="Shop texts"
      text="The words of your shop. Every version is kept, and open shops show a new one at once."
    >
      <Answered of={found} isList>
        {(answer) => (
          <Table label="Shop texts" columns={['Text', 'Where', 'Version', 'Published', 'By']}>
            {answer.sections.map(({ section, version, published }) => (
              <tr key={section}>
                <td data-label="Text">
                  <Link to={`/texts/${section}`}>{sections[section].label}</Link>
                </td>
                <td data-label="Where">{sections[section].text}</td>
                <td data-label="Version">{version}</td>
                <td data-label="Published">
                  {published ? <Instant at={published.at} /> : 'Original'}
                </td>
                <td data-label="By" data-free>
                  <PersonName name={published?.actor ?? '—'} />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Answered>
    </Page>
  );
}
