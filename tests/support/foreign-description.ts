/** A description as another shop or a word processor writes it. */
export const foreignDescription = [
  '<div>Twelve sheets</div><div>Commercial use</div><h2>Sizes</h2>Letter',
  '<table><tbody><tr><td>Width</td><td>12 in</td></tr></tbody></table>',
  '<ul><li><div>PNG</div></li></ul><p>One <b>bold</b> <i>word</i></p>',
  '<script>alert(1)</script><a href="javascript:alert(1)">no link</a>',
].join('');
