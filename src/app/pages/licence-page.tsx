export default function LicencePage() {
  return (
    <div className="page">
      <h1>Licences</h1>
    </div>
  );
}
