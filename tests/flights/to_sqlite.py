"""Makes a table of SQLite of the flights: numbers as integers, NA as NULL, in another order than by the key."""
import csv, os, random, sqlite3, sys
rows = csv.reader(open(sys.argv[1]))
names = next(rows)
texts = {'carrier', 'tailnum', 'origin', 'dest', 'time_hour'}
columns = ', '.join(f'{name} ' + ('TEXT' if name in texts else 'INTEGER') for name in names)
new = sys.argv[2] + '.new'
if os.path.exists(new): os.remove(new)
database = sqlite3.connect(new)
database.execute(f'CREATE TABLE flights (id INTEGER PRIMARY KEY, {columns})')
marks = ', '.join('?' * (len(names) + 1))
rows = [[id] + [None if field == 'NA' else field for field in row] for id, row in enumerate(rows)]
random.Random(1).shuffle(rows)
database.executemany(f'INSERT INTO flights VALUES ({marks})', rows)
database.commit()
os.rename(new, sys.argv[2])
