export default function SearchPage() {
  return (
    <div className="page">
      <h1>Search</h1>
    </div>
  );
}
