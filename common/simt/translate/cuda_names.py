#!/usr/bin/env python3
"""Keeps cuda_names.table, the names that CUDA's headers declare and shim/ does not.

cuda_names.py CXX TOOLKIT...          checks that it has all of these toolkits' (77: there is none)
cuda_names.py --write CXX TOOLKIT...  adds those that it lacks, removes those that shim/ declares

A toolkit is the folder with include/. A name belongs to the header that a program must include for
it, or to a folder of headers. Members follow their class and a dot; a # follows macros, which mean
the same everywhere. Each header of a toolkit is in shim/, or toolkit_headers.table has it.
"""
import pathlib
import re
import subprocess
import sys
import textwrap

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / 'facts'))
from text_table import read_table  # noqa: E402

SHIM = HERE.parent / 'shim'
TABLE = HERE / 'cuda_names.table'
FIRST = 'cuda_runtime.h'  # nvcc includes it in every file
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[A-Za-z_]\w*|\d[\w.]*|::|\S')
WORD = re.compile(r'[A-Za-z_]\w*')
CLASSES = ('namespace', 'enum', 'struct', 'class', 'union')
HEADERS = HERE / 'toolkit_headers.table'
NAMESPACES = ('cooperative_groups', '__v1', 'std')  # names in others are CUDA's own affair
# Libraries of headers that shim/ lacks, or has a part of, each with its namespaces.
LIBRARIES = {
    'cooperative_groups/': ('cooperative_groups', '__v1'),
    'cub/': ('cub',),
    'cuda/': ('cuda', 'std', '__4', 'device', 'experimental', 'ptx'),
    'mma.h': ('nvcuda', 'wmma', 'experimental'),
    'thrust/': ('thrust', 'placeholders', 'random'),
}
INNER = re.compile(r'(^|/)(_|detail|details|internal|system|mr)(/|_)')  # no program includes these
OTHERS = ('cudnn', 'nccl', 'Openacc/', 'Openmp/')  # what else may lie beside
# What may be followed by brackets that are no parameters.
ATTRIBUTES = {'__attribute__', '__declspec', '__align__', 'alignas', 'noexcept', 'throw', 'decltype',
              '__asm__', 'asm', 'static_assert', 'template', 'requires'}


def preprocessed(compiler, include, *headers):
    version = re.search(r'define CUDART_VERSION\s+(\d+)', (include / 'cuda_runtime_api.h').read_text())
    major, minor = divmod(int(version[1]) // 10 if version else 1200, 100)
    return subprocess.run(
        [compiler, '-E', '-dD', '-x', 'c++', '-std=c++20', '-D__CUDACC__', '-D__NVCC__',
         f'-D__CUDACC_VER_MAJOR__={major}', f'-D__CUDACC_VER_MINOR__={minor}', '-D__CUDACC_VER_BUILD__=0', '-isystem', str(include),
         '-isystem', str(include / 'cccl'), '-include', FIRST,
         *(word for header in headers for word in ('-include', header)), '/dev/null'],
        capture_output=True, text=True, check=True).stdout


def without_attributes(tokens):
    kept, at = [], 0
    while at < len(tokens):
        at += 1
        if tokens[at - 1] not in ATTRIBUTES:
            kept.append(tokens[at - 1])
        elif tokens[at:at + 1] and tokens[at] in '(<':
            open_, close = ('(', ')') if tokens[at] == '(' else ('<', '>')
            depth = 1
            while depth > 0 and at + 1 < len(tokens):
                at += 1
                depth += (tokens[at] == open_) - (tokens[at] == close)
            at += 1
    return kept


def declared(tokens):
    """What a declaration declares, given its tokens outside braces."""
    tokens = without_attributes(tokens)
    if not tokens or 'operator' in tokens or 'friend' in tokens:
        return []
    if tokens[0] == 'using':
        return tokens[1:2] if '=' in tokens else tokens[-1:]
    if '(' in tokens and '=' not in tokens[:tokens.index('(')]:
        at = tokens.index('(')
        if tokens[at + 1:at + 2] == ['*']:  # void (*name)(...)
            return [word for word in tokens[at + 1:] if WORD.fullmatch(word)][:1]
        return [word for word in tokens[max(at - 1, 0):at] if WORD.fullmatch(word)]
    names, depth = [], 0
    for token, after in zip(tokens, tokens[1:] + [';']):
        depth += (token == '<') - (token == '>')
        if depth == 0 and WORD.fullmatch(token) and after in (',', ';', '[', '=', ':'):
            names.append(token)
        if token == '=':
            break
    return names


def names_in(text, folder, inner='', namespaces=NAMESPACES):
    """The names that files in the folder declare, and the macros that they define. inner: only files
    below it that begin so."""
    names, macros = set(), set()
    is_ours, scopes, statement = False, [''], []  # a scope: '' of namespaces, a class, enum, body
    for line in text.split('\n'):
        if marker := re.match(r'# \d+ "([^"]*)"', line):
            path = marker[1].removeprefix(str(folder) + '/')
            is_ours = path != marker[1] and (path.removeprefix('cccl/').startswith((inner, 'crt/' + inner)) if inner
                                             else not path.startswith(('cccl/', 'nv/')))
        elif directive := re.match(r'#\s*(define|undef)\s+(\w+)', line):
            if is_ours and directive[1] == 'define':
                macros.add(directive[2])
            elif directive[1] == 'undef':
                macros.discard(directive[2])
        elif is_ours and not line.startswith('#'):
            for token in TOKEN.findall(line):
                take(token, scopes, statement, names, namespaces)
    names = {name for name in names if not name.startswith('?')} | {name + '#' for name in macros}
    return {name for name in names if not re.match('_[A-Z]', name)}


def take(token, scopes, statement, names, namespaces):
    scope = scopes[-1]
    prefix = scope + '.' if scope not in ('', 'enum') else ''
    if scope == 'body' and token not in '{}':
        return
    if token == '{':
        plain = without_attributes(statement)
        kind = next((word for word in plain if word in CLASSES), '')
        if scope == 'body':
            scopes.append('body')
        elif kind == 'namespace':
            scopes.append('' if plain[-1] in namespaces or 'inline' in plain else 'body')
        elif plain[:1] == ['extern'] and len(plain) == 2:
            scopes.append('')
        elif kind and '(' not in plain and '=' not in plain:
            head = re.split(r'[:<]', ' '.join(plain).replace('::', ''))[0]
            words = WORD.findall(head)
            name = words[-1] if words[-1] != kind else ''
            if name:
                names.add(prefix + name)
            scopes.append('enum' if kind == 'enum' else name or scope or '?')
        else:
            names.update(prefix + name for name in declared(statement))
            scopes.append('body')
        statement.clear()
    elif token == '}':
        if scope == 'enum':
            names.update(declared(statement))
        scopes.pop()
        statement.clear()
    elif token == ';' or (token == ',' and scope == 'enum'):
        names.update(prefix + name for name in declared(statement))
        statement.clear()
    elif token == ':' and statement[-1:] and statement[-1] in ('public', 'private', 'protected'):
        statement.clear()
    else:
        statement.append(token)


def last_part(name):
    return name.rstrip('#').split('.')[-1]


def shim_words(compiler):
    """Each header of shim/, and all words that it or the translator makes known."""
    words = {}
    translator = set()
    for path in HERE.glob('*.cpp'):
        if not path.name.endswith('_test.cpp'):
            translator.update(re.findall(r'"(\w+)"', path.read_text()))
    for path in sorted(SHIM.rglob('*.h')):
        header = str(path.relative_to(SHIM))
        if not header.startswith(('api/', 'clang/', 'device/', 'each', 'simt_')):
            words[header] = translator | set(WORD.findall(preprocessed(compiler, SHIM, header)))
    return words


def missing_from(shim, toolkit, compiler):
    """By header, the toolkit's names that shim/ lacks."""
    include = pathlib.Path(toolkit).resolve() / 'include'
    names, missing = {}, {}
    for header in sorted(shim, key=lambda header: (header != FIRST, header)):
        if (include / header).exists():
            text = preprocessed(compiler, include, header)
            names[header] = names_in(text, include)
            inner = set().union(*(names[other] for other in names
                                  if other != header and f'"{include / other}"' in text))
            missing[header] = {name for name in names[header] - inner
                               if last_part(name) not in shim[header]}
    for library, namespaces in LIBRARIES.items():
        missing[library] = missing.get(library, set()) | (
            names_of_library(include, library, namespaces, compiler) - shim.get(library, shim[FIRST]))
    return missing


def names_of_library(include, library, namespaces, compiler):
    folders = [include, include / 'cccl']
    headers = [library] if library.endswith('.h') else [
        str(file.relative_to(folder)) for folder in folders for file in sorted((folder / library).rglob('*'))
        if file.is_file() and file.suffix in ('', '.h', '.cuh') and not INNER.search(str(file.relative_to(folder)))]
    if not headers:
        return set()
    names = names_in(preprocessed(compiler, include, *headers), include, library, namespaces)
    return {name for name in names if re.fullmatch('[A-Za-z][A-Za-z0-9_]{2,}', name)}


def unknown_headers(include, shim):
    """The toolkit's headers that a program could not include here."""
    rows = read_table(HEADERS.read_text(), HEADERS.name, ('headers', 'what', 'opens', 'names', 'includes'))
    listed = [header for row in rows for header in row['headers'].split(',')]
    begins = tuple(header.removesuffix('*') for header in listed if header[-1] in '/*') + OTHERS
    names = [str(path.relative_to(folder)) + '/' * path.is_dir() for folder in (include, include / 'cccl')
             for path in sorted(folder.iterdir()) if path.suffix == '.h' or (path.is_dir() and path.name != 'cccl')]
    return [name for name in names if name not in (*shim, *listed) and not name.startswith(begins)]


def table_rows():
    rows = read_table(TABLE.read_text(), TABLE.name, ('header', 'names'))
    return {row['header']: set(row['names'].split()) for row in rows}


def write(rows):
    lines = ["# Names of CUDA's headers that shim/ lacks, written by cuda_names.py: see there.",
             'header names']
    for header, names in sorted(rows.items(), key=lambda row: (row[0] != FIRST, row[0])):
        if names:
            lines += textwrap.wrap(' '.join([header, *sorted(names)]), 100, subsequent_indent='  ',
                                   break_on_hyphens=False)
    TABLE.write_text('\n'.join(lines) + '\n')


def main(arguments):
    is_writing = arguments[0] == '--write'
    compiler, *toolkits = arguments[1:] if is_writing else arguments
    shim, rows = shim_words(compiler), table_rows()
    problems = []
    for header, names in list(rows.items()):
        known = {name for name in names if header in shim and last_part(name) in shim[header]}
        problems += [f'{name}: {header} of shim/ declares it' for name in sorted(known)]
        names -= known
    for toolkit in toolkits:
        include = pathlib.Path(toolkit).resolve() / 'include'
        problems += [f'{name}: toolkit_headers.table lacks it' for name in unknown_headers(include, shim)]
        for header, names in missing_from(shim, toolkit, compiler).items():
            lacked = names - rows.setdefault(header, set())
            problems += [f'{name}: {header} of {toolkit} declares it' for name in sorted(lacked)]
            rows[header] |= lacked
    if is_writing:
        write(rows)
        return 0
    if problems:
        print('\n'.join(problems[:40]), f'\n{len(problems)} names: run cuda_names.py --write')
        return 1
    return 0 if toolkits else 77


sys.exit(main(sys.argv[1:]))
