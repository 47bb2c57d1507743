/** Members of interfaces of src that nothing in src reads, and functions that nothing in src calls. */
import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

/** @returns `file interface.member` for each, sorted. */
export function unreadMembers(src: string, more: readonly string[] = []): string[] {
  const names = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.ts')).map(name => join(src, name))
  const program = ts.createProgram([...names, ...more], {
    strict: true, noEmit: true, skipLibCheck: true, allowImportingTsExtensions: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022, exactOptionalPropertyTypes: true, types: ['node'],
  })
  const checker = program.getTypeChecker()
  const read = new Set<ts.Node>()
  const declared: { readonly node: ts.Node, readonly name: string }[] = []
  const add = (symbol: ts.Symbol | undefined): void => {
    if (symbol === undefined) return
    // A member of a mapped or picked type leads to the one that it was made from.
    for (const root of checker.getRootSymbols(symbol)) for (const declaration of root.declarations ?? []) read.add(declaration)
  }
  const visit = (node: ts.Node, file: string): void => {
    if (ts.isPropertyAccessExpression(node) && !isAssigned(node)) add(checker.getSymbolAtLocation(node.name))
    else if (ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)) {
      add(checker.getTypeAtLocation(node.expression).getProperty(node.argumentExpression.text))
    } else if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent)) {
      const name = node.propertyName ?? node.name
      if (ts.isIdentifier(name)) add(checker.getTypeAtLocation(node.parent).getProperty(name.text))
    } else if (ts.isInterfaceDeclaration(node)) {
      for (const member of node.members) if (member.name !== undefined && ts.isIdentifier(member.name)) declared.push({ node: member, name: `${file} ${node.name.text}.${member.name.text}` })
    }
    ts.forEachChild(node, child => { visit(child, file) })
  }
  for (const file of program.getSourceFiles()) {
    const name = relative(src, file.fileName).split(sep).join('/')
    if (!name.startsWith('..') && !file.isDeclarationFile) visit(file, name)
  }
  return declared.filter(({ node }) => !read.has(node)).map(({ name }) => name).sort()
}

function isAssigned(node: ts.PropertyAccessExpression): boolean {
  return ts.isBinaryExpression(node.parent) && node.parent.left === node && node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
}
